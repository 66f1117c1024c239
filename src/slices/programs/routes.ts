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
  const { database } = platform;
  const { db } = database;
  return [
    manage.create('/programs', 'createProgram', 'Create a program', {
      description: 'Without `default_mission_id`, Muster also creates a mission with the program’s name.',
      body: ProgramCreate,
      response: Program,
      handle: (call, { body }) => createPlan(platform, call, 'programs', body),
    }),
    anyone.get('/programs', 'listPrograms', 'List programs', {
      description: 'Programs of one organization, or of all.',
      query: PlanQuery,
      response: ProgramPage,
      handle: (_call, { query }) => readPlans(db, 'programs', query),
    }),
    anyone.get('/programs/{id}', 'readProgram', 'Get a program', {
      description: 'With its default mission and the sign-up rules that differ from the organization’s.',
      response: Program,
      refuses: ['not_found'],
      handle: (_call, { params }) => readPlan(database, 'programs', params.id),
    }),
    manage.change('/programs/{id}', 'changeProgram', 'Change a program', {
      description: 'Fields that you leave out keep their value.',
      body: ProgramChange,
      response: Program,
      handle: (call, { params, body }) => changePlan(platform, call, 'programs', params.id, body),
    }),
    manage.create('/missions', 'createMission', 'Create a mission', {
      description: 'A mission has requirements that people must meet before they can sign up for its shifts.',
      body: MissionCreate,
      response: Mission,
      handle: (call, { body }) => createPlan(platform, call, 'missions', body),
    }),
    anyone.get('/missions', 'listMissions', 'List missions', {
      description: 'Missions of one organization, or of all.',
      query: PlanQuery,
      response: MissionPage,
      handle: (_call, { query }) => readPlans(db, 'missions', query),
    }),
    anyone.get('/missions/{id}', 'readMission', 'Get a mission', {
      description: 'With its requirements.',
      response: Mission,
      refuses: ['not_found'],
      handle: (_call, { params }) => readPlan(database, 'missions', params.id),
    }),
    manage.change('/missions/{id}', 'changeMission', 'Change a mission', {
      description: 'New requirements apply to sign-ups from now on. Existing registrations stay.',
      body: MissionChange,
      response: Mission,
      handle: (call, { params, body }) => changePlan(platform, call, 'missions', params.id, body),
    }),
    ...manage.moves(
      '/programs',
      'Program',
      {
        archive: [
          'Archive a program',
          'It can’t be used for new shifts. You can restore it. Refused while a step of a journey or a badge counts its shifts.',
        ],
        restore: [
          'Restore a program',
          'It can be used for new shifts again. Refused while its default mission is archived.',
        ],
      },
      {
        response: Success,
        refuses: { archive: ['conflict'], restore: ['conflict'] },
        handle: (call, id, move) => archivePlan(platform, call, 'programs', id, move === 'archive'),
      },
    ),
    ...manage.moves(
      '/missions',
      'Mission',
      {
        archive: [
          'Archive a mission',
          'It can’t be used for new shifts. You can restore it. Refused while it is a program’s default or a step of a journey counts its shifts.',
        ],
        restore: [
          'Restore a mission',
          'It can be used for new shifts again. Refused while a form, badge or journey that it requires is archived.',
        ],
      },
      {
        response: Success,
        refuses: { archive: ['conflict'], restore: ['conflict'] },
        handle: (call, id, move) => archivePlan(platform, call, 'missions', id, move === 'archive'),
      },
    ),
  ];
}
