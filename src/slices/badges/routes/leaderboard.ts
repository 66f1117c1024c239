import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { joinLeaderboard } from '../commands/choose-visibility.ts';
import { readConsents, readLeaderboard } from '../reads/leaderboard.ts';
import {
  ConsentAnswer,
  ConsentList,
  ConsentRequest,
  Leaderboard,
  LeaderboardQuery,
} from '../schema/leaderboard.ts';

const leaderboard = routesFor({ tag: 'Badges', access: 'authenticated', permission: 'leaderboard.read' });
const me = routesFor({ tag: 'Me', access: 'authenticated' });

export function leaderboardRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    leaderboard.read('/organizations/{id}/leaderboard', 'readLeaderboard', 'Get the leaderboard', {
      description: 'Only people who have agreed to be listed.',
      query: LeaderboardQuery,
      response: Leaderboard,
      isList: true,
      handle: (call, { params, query }) => readLeaderboard(db, call, params.id, query),
    }),
    me.get('/me/leaderboard', 'readMyLeaderboards', 'List my leaderboard choices', {
      description: 'The organizations whose leaderboard shows you.',
      response: ConsentList,
      refuses: ['forbidden'],
      handle: async (call) => await readConsents(db, personOf(call)),
    }),
    me.put('/me/leaderboard', 'chooseLeaderboard', 'Show or hide me on a leaderboard', {
      description: 'People are hidden unless they choose to be shown.',
      body: ConsentRequest,
      response: ConsentAnswer,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: async (call, { body }) => await joinLeaderboard(platform, call, personOf(call), body),
    }),
  ];
}
