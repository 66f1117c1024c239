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
    leaderboard.read(
      '/organizations/{id}/leaderboard',
      'readLeaderboard',
      'Who has done most, of those who have agreed to be shown',
      {
        query: LeaderboardQuery,
        response: Leaderboard,
        handle: (call, { params, query }) => readLeaderboard(db, call, params.id, query),
      },
    ),
    me.get('/me/leaderboard', 'readMyLeaderboards', 'On which leaderboards I am shown', {
      response: ConsentList,
      refuses: ['forbidden'],
      handle: async (call) => await readConsents(db, personOf(call)),
    }),
    me.put(
      '/me/leaderboard',
      'chooseLeaderboard',
      'Choose whether I am shown on an organization’s leaderboard',
      {
        body: ConsentRequest,
        response: ConsentAnswer,
        refuses: ['forbidden', 'not_found', 'organization_required'],
        handle: async (call, { body }) => await joinLeaderboard(platform, call, personOf(call), body),
      },
    ),
  ];
}
