import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { readComing, readTeamNotes } from '../reads/team.ts';
import { ComingPage, ComingQuery, TeamNotes } from '../schema/team.ts';

const loggedIn = routesFor({ tag: 'Sign-up', access: 'authenticated' });

export function teamRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.read('/shifts/{id}/team-notes', 'readTeamNotes', 'Get the notes for the team', {
      description:
        'For members with a confirmed spot, and for everyone with check-in access or more. Drafts: for coordinators. API keys need the scope `shifts`.',
      response: TeamNotes,
      handle: (call, { params }) => readTeamNotes(db, call, params.id),
    }),
    loggedIn.read('/shifts/{id}/coming', 'listComing', 'List who else is coming', {
      description:
        'For people with a confirmed spot, if the organization’s `show_coming` is on. Lists the others with a confirmed spot, without contact details. No one can be left out of it.',
      query: ComingQuery,
      response: ComingPage,
      handle: async (call, { params, query }) => await readComing(db, personOf(call), params.id, query),
    }),
  ];
}
