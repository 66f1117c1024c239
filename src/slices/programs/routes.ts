import { type Route, routesFor } from '#platform/http/route.ts';
import { Success } from '#platform/http/schema.ts';
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

const manage = routesFor({ tag: 'Programs', access: 'authenticated', permission: 'programs.manage' });
const anyone = routesFor({ tag: 'Programs', access: 'anyone' });

/**
 * What an organization does (programs) and what for (missions). One function writes both kinds; their routes are written
 * out, because a route's types follow from its schemas and a table of both would need a cast at each.
 */
export function planRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    manage.create('/programs', 'createProgram', 'Create a program', {
      description: 'Without `default_mission_id` the program gets a mission of its own name.',
      body: ProgramCreate,
      response: Program,
      handle: (call, { body }) => createPlan(platform, call, 'programs', body),
    }),
    anyone.get('/programs', 'listPrograms', 'Programs', {
      query: PlanQuery,
      response: ProgramPage,
      handle: (_call, { query }) => readPlans(db, 'programs', query),
    }),
    anyone.get('/programs/{id}', 'readProgram', 'A program', {
      response: Program,
      refuses: ['not_found'],
      handle: (_call, { params }) => readPlan(db, 'programs', params.id),
    }),
    manage.change('/programs/{id}', 'changeProgram', 'Change a program', {
      body: ProgramChange,
      response: Program,
      handle: (call, { params, body }) => changePlan(platform, call, 'programs', params.id, body),
    }),
    manage.create('/missions', 'createMission', 'Create a mission', {
      body: MissionCreate,
      response: Mission,
      handle: (call, { body }) => createPlan(platform, call, 'missions', body),
    }),
    anyone.get('/missions', 'listMissions', 'Missions', {
      query: PlanQuery,
      response: MissionPage,
      handle: (_call, { query }) => readPlans(db, 'missions', query),
    }),
    anyone.get('/missions/{id}', 'readMission', 'A mission and its requirements', {
      response: Mission,
      refuses: ['not_found'],
      handle: (_call, { params }) => readPlan(db, 'missions', params.id),
    }),
    manage.change('/missions/{id}', 'changeMission', 'Change a mission', {
      body: MissionChange,
      response: Mission,
      handle: (call, { params, body }) => changePlan(platform, call, 'missions', params.id, body),
    }),
    ...manage.moves(
      '/programs',
      'Program',
      { archive: 'Archive a program', restore: 'Bring a program back' },
      {
        response: Success,
        refuses: { restore: ['conflict'] },
        handle: (call, id, move) => archivePlan(platform, call, 'programs', id, move === 'archive'),
      },
    ),
    ...manage.moves(
      '/missions',
      'Mission',
      { archive: 'Archive a mission', restore: 'Bring a mission back' },
      {
        response: Success,
        refuses: { archive: ['conflict'] },
        handle: (call, id, move) => archivePlan(platform, call, 'missions', id, move === 'archive'),
      },
    ),
  ];
}
