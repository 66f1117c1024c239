import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { blockingCodes } from '#slices/signups/index.ts';
import { acceptAsk, declineAsk } from './commands/answer.ts';
import { askPeople, withdrawAsks } from './commands/ask.ts';
import { readAsked, readMyAsks } from './reads.ts';
import {
  AnsweredAsk,
  AskAnswer,
  AskedPeoplePage,
  AskedQuery,
  AskRequest,
  MyAskPage,
  WithdrawAnswer,
} from './schema.ts';

const manage = routesFor({ tag: 'Asks', access: 'authenticated', permission: 'shifts.manage' });
const mine = routesFor({ tag: 'Asks', access: 'authenticated', refuses: ['forbidden'] });

export function askRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    manage.act('/shifts/{id}/asks', 'askPeople', 'Ask people to take a shift', {
      description:
        'Each gets an email in which they accept or decline without logging in. The first to accept get the spots, even if sign-up isn’t open yet or has already closed. People who are already on the shift, have an open request for it or have declined are not asked again.',
      body: AskRequest,
      response: AskAnswer,
      refuses: ['policy_conflict'],
      handle: (call, { params, body }) => askPeople(platform, call, params.id, body),
    }),
    manage.read('/shifts/{id}/asks', 'listAsked', 'List the people asked to take a shift', {
      description: 'With their answers, in the order in which they were asked.',
      query: AskedQuery,
      response: AskedPeoplePage,
      handle: (call, { params, query }) => readAsked(db, call, params.id, query),
    }),
    manage.act('/shifts/{id}/asks/withdraw', 'withdrawAsks', 'Stop asking for a shift', {
      description:
        'People who haven’t answered yet or were too late can no longer accept. Spots that were taken stay taken.',
      response: WithdrawAnswer,
      handle: (call, { params }) => withdrawAsks(platform, call, params.id),
    }),
    mine.get('/me/asks', 'listMyAsks', 'List the shifts I’m asked to take', {
      description: 'Only open requests.',
      query: Type.Object({ ...PageQuery }),
      response: MyAskPage,
      handle: (call, { query }) => readMyAsks(db, personOf(call), query, call.now),
    }),
    mine.act('/me/asks/{id}/accept', 'acceptAsk', 'Take the shift I’m asked to take', {
      description:
        'The same rules apply as for any sign-up, except when sign-up opens and closes: a coordinator asked you. If all spots are taken, `outcome` is `too_late`; you aren’t added to the waitlist.',
      response: AnsweredAsk,
      refuses: blockingCodes.filter((code) => code !== 'capacity_conflict'),
      handle: (call, { params }) => acceptAsk(platform, call, params.id, personOf(call).userId),
    }),
    mine.act('/me/asks/{id}/decline', 'declineAsk', 'Decline the shift I’m asked to take', {
      description: 'The coordinators see the answer. You aren’t asked about this shift again.',
      response: AnsweredAsk,
      handle: (call, { params }) => declineAsk(platform, call, params.id, personOf(call).userId),
    }),
  ];
}
