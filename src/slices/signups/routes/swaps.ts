import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import {
  acceptSwap,
  approveSwap,
  declineSwap,
  offerSwap,
  rejectSwap,
  withdrawSwap,
} from '../commands/swap-spots.ts';
import { readMySwaps, readSwaps } from '../reads/swaps.ts';
import { blockingCodes } from '../rules/blocker.ts';
import { Swap, SwapList, SwapPage, SwapQuery, SwapRequest } from '../schema/swaps.ts';

const loggedIn = routesFor({ tag: 'Sign-up', access: 'authenticated' });
const manage = routesFor({ tag: 'Sign-up', access: 'authenticated', permission: 'shifts.manage' });

const taking = ['conflict', ...blockingCodes] as const;

export function swapRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.act('/shifts/{id}/swaps', 'offerSwap', 'Offer my spot to someone else', {
      description:
        'To a member by their email address, or to any member who can take it. You keep your spot until someone has taken it. The offer ends when the shift starts. A spot can be offered 10 times, one offer at a time, and a person can make 20 offers within 24 hours.',
      body: SwapRequest,
      bodyOptional: true,
      response: Swap,
      refuses: ['conflict', 'policy_conflict', 'rate_limited'],
      handle: (call, { params, body }) => offerSwap(platform, call, personOf(call), params.id, body),
    }),
    loggedIn.get('/me/swaps', 'listMySwaps', 'List swaps that concern me', {
      description:
        'Spots that you offer, that are offered to you, or that any member can take. The next 100 by start time.',
      response: SwapList,
      refuses: ['forbidden'],
      handle: (call) => readMySwaps(db, call, personOf(call)),
    }),
    manage.read('/organizations/{id}/swaps', 'listSwaps', 'List open swaps', {
      description: 'Of shifts that haven’t started. Swaps with the status `accepted` need your approval.',
      query: SwapQuery,
      response: SwapPage,
      handle: (call, { params, query }) => readSwaps(db, call, params.id, query),
    }),
    loggedIn.act('/swaps/{id}/accept', 'acceptSwap', 'Take over a spot', {
      description:
        'You must be able to sign up for the shift. If the organization wants it, a coordinator approves the swap first.',
      response: Swap,
      refuses: taking,
      handle: (call, { params }) => acceptSwap(platform, call, personOf(call), params.id),
    }),
    loggedIn.act('/swaps/{id}/decline', 'declineSwap', 'Decline a spot that was offered to me', {
      description:
        'The person who offered it is notified and keeps it. You can also decline after you accepted, until a coordinator approves.',
      response: Swap,
      refuses: ['conflict'],
      handle: (call, { params }) => declineSwap(platform, call, personOf(call), params.id),
    }),
    loggedIn.act('/swaps/{id}/withdraw', 'withdrawSwap', 'Keep my spot after all', {
      description: 'The offer ends. If someone was named or has accepted, they are notified.',
      response: Swap,
      refuses: ['conflict'],
      handle: (call, { params }) => withdrawSwap(platform, call, personOf(call), params.id),
    }),
    manage.act('/swaps/{id}/approve', 'approveSwap', 'Approve a swap', {
      description: 'The spot changes hands, and both people are notified.',
      response: Swap,
      refuses: taking,
      handle: (call, { params }) => approveSwap(platform, call, params.id),
    }),
    manage.act('/swaps/{id}/reject', 'rejectSwap', 'Reject a swap', {
      description: 'Everything stays as it is, and both people are notified.',
      response: Swap,
      refuses: ['conflict'],
      handle: (call, { params }) => rejectSwap(platform, call, params.id),
    }),
  ];
}
