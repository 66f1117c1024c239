import { type Route, route } from '#platform/http/route.ts';
import { PathId, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { archivePlan, changePlan, createPlan } from './commands/manage-plans.ts';
import { readPlan, readPlans } from './reads.ts';
import {
  Mission,
  MissionChange,
  MissionCreate,
  MissionPage,
  PlanQuery,
  Program,
  ProgramChange,
  ProgramCreate,
  ProgramPage,
} from './schema.ts';

const manage = { tag: 'Programs', access: 'authenticated', permission: 'programs.manage' } as const;
const read = { tag: 'Programs', access: 'anyone' } as const;

/** What an organization does (programs) and what for (missions). */
export function planRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      ...manage,
      method: 'POST',
      path: '/programs',
      operationId: 'createProgram',
      summary: 'Create a program',
      description: 'Without `default_mission_id` the program gets a mission of its own name.',
      body: ProgramCreate,
      response: Program,
      refuses: ['forbidden', 'organization_required'],
      handle: (call, { body }) => createPlan(platform, call, 'programs', body),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/programs',
      operationId: 'listPrograms',
      summary: 'Programs',
      query: PlanQuery,
      response: ProgramPage,
      handle: (_call, { query }) => readPlans(db, 'programs', query),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/programs/{id}',
      operationId: 'readProgram',
      summary: 'A program',
      params: PathId,
      response: Program,
      refuses: ['not_found'],
      handle: (_call, { params }) => readPlan(db, 'programs', params.id),
    }),
    route({
      ...manage,
      method: 'PATCH',
      path: '/programs/{id}',
      operationId: 'changeProgram',
      summary: 'Change a program',
      params: PathId,
      body: ProgramChange,
      response: Program,
      refuses: ['forbidden', 'not_found', 'precondition_failed'],
      handle: (call, { params, body }) => changePlan(platform, call, 'programs', params.id, body),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/missions',
      operationId: 'createMission',
      summary: 'Create a mission',
      body: MissionCreate,
      response: Mission,
      refuses: ['forbidden', 'organization_required'],
      handle: (call, { body }) => createPlan(platform, call, 'missions', body),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/missions',
      operationId: 'listMissions',
      summary: 'Missions',
      query: PlanQuery,
      response: MissionPage,
      handle: (_call, { query }) => readPlans(db, 'missions', query),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/missions/{id}',
      operationId: 'readMission',
      summary: 'A mission and its requirements',
      params: PathId,
      response: Mission,
      refuses: ['not_found'],
      handle: (_call, { params }) => readPlan(db, 'missions', params.id),
    }),
    route({
      ...manage,
      method: 'PATCH',
      path: '/missions/{id}',
      operationId: 'changeMission',
      summary: 'Change a mission',
      params: PathId,
      body: MissionChange,
      response: Mission,
      refuses: ['forbidden', 'not_found', 'precondition_failed'],
      handle: (call, { params, body }) => changePlan(platform, call, 'missions', params.id, body),
    }),
    ...archiveRoutes(platform),
  ];
}

function archiveRoutes(platform: Platform): Route[] {
  const kinds = [
    ['program', 'Program'],
    ['mission', 'Mission'],
  ] as const;
  return kinds.flatMap(([kind, name]) =>
    ([true, false] as const).map((archived) =>
      route({
        ...manage,
        method: 'POST',
        path: `/${kind}s/{id}/${archived ? 'archive' : 'restore'}`,
        operationId: `${archived ? 'archive' : 'restore'}${name}`,
        summary: archived ? `Archive a ${kind}` : `Bring a ${kind} back`,
        params: PathId,
        response: Success,
        refuses: [
          'forbidden',
          'not_found',
          ...((kind === 'mission') === archived ? (['conflict'] as const) : []),
        ],
        handle: (call, { params }) => archivePlan(platform, call, `${kind}s`, params.id, archived),
      }),
    ),
  );
}
