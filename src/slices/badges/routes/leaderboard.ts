import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
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

const mine = { tag: 'Me', access: 'authenticated', path: '/me/leaderboard' } as const;

export function leaderboardRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      tag: 'Badges',
      access: 'authenticated',
      permission: 'leaderboard.read',
      method: 'GET',
      path: '/organizations/{id}/leaderboard',
      operationId: 'readLeaderboard',
      summary: 'Who has done most, of those who have agreed to be shown',
      params: PathId,
      query: LeaderboardQuery,
      response: Leaderboard,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readLeaderboard(db, call, params.id, query),
    }),
    route({
      ...mine,
      method: 'GET',
      operationId: 'readMyLeaderboards',
      summary: 'On which leaderboards I am shown',
      response: ConsentList,
      refuses: ['forbidden'],
      handle: async (call) => await readConsents(db, personOf(call)),
    }),
    route({
      ...mine,
      method: 'PUT',
      operationId: 'chooseLeaderboard',
      summary: 'Choose whether I am shown on an organization’s leaderboard',
      body: ConsentRequest,
      response: ConsentAnswer,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: async (call, { body }) => await joinLeaderboard(platform, call, personOf(call), body),
    }),
  ];
}
