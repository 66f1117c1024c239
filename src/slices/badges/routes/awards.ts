import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { awardByHand, renewAward, revokeAward } from '../commands/award-by-hand.ts';
import { showName } from '../commands/choose-visibility.ts';
import { readAwards, readMyBadges } from '../reads/awards.ts';
import {
  AwardAnswer,
  AwardPage,
  AwardQuery,
  AwardRequest,
  MyBadge,
  MyBadgeChange,
  MyBadgePage,
  MyBadgeQuery,
  RevokeRequest,
} from '../schema/awards.ts';

const manage = routesFor({ tag: 'Badges', access: 'authenticated', permission: 'badges.manage' });
const me = routesFor({ tag: 'Me', access: 'authenticated' });

export function awardRoutes(platform: Platform): Route[] {
  return [
    manage.act('/badges/{id}/award', 'awardBadge', 'Award a badge', {
      description:
        'To a member of the badge’s organization. If they already have it, the response is the existing award; an expired one is renewed.',
      body: AwardRequest,
      response: AwardAnswer,
      refuses: ['conflict'],
      handle: (call, { params, body }) => awardByHand(platform, call, params.id, body),
    }),
    manage.read('/badges/{id}/awards', 'listAwards', 'List the awards of a badge', {
      description: 'Newest first.',
      query: AwardQuery,
      response: AwardPage,
      handle: (call, { params, query }) => readAwards(platform, call, params.id, query),
    }),
    manage.act('/badges/{id}/awards/{award_id}/revoke', 'revokeAward', 'Revoke an award', {
      description:
        'Its page and credential show it as revoked. Criteria don’t award it again; a coordinator can.',
      body: RevokeRequest,
      bodyOptional: true,
      response: AwardAnswer,
      handle: (call, { params, body }) =>
        revokeAward(platform, call, params.id, params.award_id, body.reason),
    }),
    manage.act('/badges/{id}/awards/{award_id}/renew', 'renewAward', 'Renew an award', {
      description: 'It’s valid as long as a new one, counted from now.',
      response: AwardAnswer,
      refuses: ['conflict'],
      handle: (call, { params }) => renewAward(platform, call, params.id, params.award_id),
    }),
    me.get('/me/badges', 'listMyBadges', 'List my badges', {
      description: 'Newest first, with their public pages and credentials.',
      query: MyBadgeQuery,
      response: MyBadgePage,
      refuses: ['forbidden'],
      handle: (call, { query }) => readMyBadges(platform, call, personOf(call), query),
    }),
    me.patch('/me/badges/{id}', 'changeMyBadge', 'Show or hide my name on an award', {
      description: 'On its public page and in its credential.',
      body: MyBadgeChange,
      response: MyBadge,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) => showName(platform, call, personOf(call), params.id, body.show_name),
    }),
  ];
}
