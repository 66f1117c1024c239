import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { awardByHand, renewAward, revokeAward } from '../commands/award-by-hand.ts';
import { showName } from '../commands/choose-visibility.ts';
import { readAwards, readMyBadges } from '../reads/awards.ts';
import {
  AwardAnswer,
  AwardPage,
  AwardPath,
  AwardQuery,
  AwardRequest,
  MyBadge,
  MyBadgeChange,
  MyBadgePage,
  MyBadgeQuery,
  RevokeRequest,
} from '../schema/awards.ts';

const manage = { tag: 'Badges', access: 'authenticated', permission: 'badges.manage' } as const;
const mine = { tag: 'Me', access: 'authenticated' } as const;

export function awardRoutes(platform: Platform): Route[] {
  return [
    route({
      ...manage,
      method: 'POST',
      path: '/badges/{id}/award',
      operationId: 'awardBadge',
      summary: 'Award a badge',
      description:
        'To a member of the badge’s organization. Whoever holds it keeps the award they have, and that one is answered; one that has run out is renewed.',
      params: PathId,
      body: AwardRequest,
      response: AwardAnswer,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) => awardByHand(platform, call, params.id, body),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/badges/{id}/awards',
      operationId: 'listAwards',
      summary: 'Who has been given a badge, newest first',
      params: PathId,
      query: AwardQuery,
      response: AwardPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readAwards(platform, call, params.id, query),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/badges/{id}/awards/{award_id}/revoke',
      operationId: 'revokeAward',
      summary: 'Take an award back',
      description:
        'Its page and its credential say so from then on. Criteria do not give it again; a person may.',
      params: AwardPath,
      body: RevokeRequest,
      bodyOptional: true,
      response: AwardAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) =>
        revokeAward(platform, call, params.id, params.award_id, body.reason),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/badges/{id}/awards/{award_id}/renew',
      operationId: 'renewAward',
      summary: 'Renew an award that expires',
      description: 'It is good for as long as a new one would be, counted from now.',
      params: AwardPath,
      response: AwardAnswer,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params }) => renewAward(platform, call, params.id, params.award_id),
    }),
    route({
      ...mine,
      method: 'GET',
      path: '/me/badges',
      operationId: 'listMyBadges',
      summary: 'My badges, newest first',
      query: MyBadgeQuery,
      response: MyBadgePage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyBadges(platform, call, personOf(call), query),
    }),
    route({
      ...mine,
      method: 'PATCH',
      path: '/me/badges/{id}',
      operationId: 'changeMyBadge',
      summary: 'Choose whether the public page of an award bears my name',
      params: PathId,
      body: MyBadgeChange,
      response: MyBadge,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params, body }) =>
        await showName(platform, call, personOf(call), params.id, body.show_name),
    }),
  ];
}
