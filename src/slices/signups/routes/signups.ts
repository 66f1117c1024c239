import { Type } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Id } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { cancelSignup } from '../commands/cancel-signup.ts';
import { changeSignup } from '../commands/change-signup.ts';
import { acceptOffer, approve, declineOffer, reject } from '../commands/decide-registration.ts';
import { promote } from '../commands/promote.ts';
import { createSignupQueue, signUpMany } from '../commands/sign-up.ts';
import { readEligibility, readNeeds } from '../reads/eligibility.ts';
import { readMemberRegistrations, readWaiting } from '../reads/mine.ts';
import { readCandidates, readRoster } from '../reads/rosters.ts';
import { PromoteRequest } from '../schema/bulk.ts';
import { MyRegistrationPage, MyRegistrationQuery, WaitingPage, WaitingQuery } from '../schema/mine.ts';
import {
  BulkSignupAnswer,
  BulkSignupRequest,
  CancelSignupRequest,
  CandidatePage,
  CandidateQuery,
  ChangeSignupRequest,
  DecisionRequest,
  Eligibility,
  EligibilityQuery,
  Roster,
  RosterQuery,
  ShiftNeeds,
  ShiftSignupRequest,
  SignupAnswer,
} from '../schema/registration.ts';

const loggedIn = routesFor({ tag: 'Sign-up', access: 'authenticated' });
const manage = routesFor({ tag: 'Sign-up', access: 'authenticated', permission: 'shifts.manage' });
const anyone = routesFor({ tag: 'Sign-up', access: 'anyone' });

const blocking = [
  'forbidden',
  'not_found',
  'capacity_conflict',
  'schedule_conflict',
  'availability_conflict',
  'policy_conflict',
  'already_registered',
  'profile_incomplete',
  'requirements_incomplete',
] as const;

function whoOf(call: Call, named: number | undefined): number {
  if (named !== undefined) return named;
  if (call.actor.kind === 'person') return call.actor.userId;
  throw refuse(platformErrors.required_with_api_key('user_id'));
}

export function signupRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  const queueSignup = createSignupQueue(platform);
  return [
    loggedIn.post('/shifts/{id}/signups', 'signUpForShift', 'Sign up for a shift', {
      description:
        'For oneself; coordinators also for others. A full shift with a waitlist puts the person on it.',
      body: ShiftSignupRequest,
      bodyOptional: true,
      response: SignupAnswer,
      refuses: blocking,
      handle: async (call, { params, body }) => {
        const { user_id, ...input } = body;
        return await queueSignup(params.id, { call, userId: whoOf(call, user_id), input });
      },
    }),
    loggedIn.remove('/shifts/{id}/signups', 'cancelSignup', 'Cancel my registration', {
      description: 'The freed seat goes to the waitlist. Reason and source are kept in the audit log.',
      body: CancelSignupRequest,
      bodyOptional: true,
      refuses: ['policy_conflict'],
      handle: async (call, { params, body }) =>
        await cancelSignup(platform, call, params.id, personOf(call).userId, body),
    }),
    manage.remove('/shifts/{id}/signups/{user_id}', 'cancelSignupOf', 'Cancel somebody’s registration', {
      params: Type.Object({ id: Id, user_id: Id }),
      body: CancelSignupRequest,
      bodyOptional: true,
      refuses: ['policy_conflict'],
      handle: (call, { params, body }) => cancelSignup(platform, call, params.id, params.user_id, body),
    }),
    loggedIn.post(
      '/shifts/{destinationId}/signups/change',
      'changeSignup',
      'Move my registration to this shift',
      {
        description:
          'From `current_shift_id`, which must belong to the same mission; the same shift with another role changes the role. The old seat goes only if the new one is granted. Coordinators also move others.',
        params: Type.Object({ destinationId: Id }),
        body: ChangeSignupRequest,
        response: SignupAnswer,
        refuses: blocking,
        handle: async (call, { params, body }) =>
          await changeSignup(
            platform,
            call,
            body.user_id ?? personOf(call).userId,
            params.destinationId,
            body,
          ),
      },
    ),
    manage.read(
      '/organizations/{id}/registrations/waiting',
      'listWaitingRegistrations',
      'Who waits for an approval, and which offers are open',
      {
        description: 'On shifts that are not over, the next one first.',
        query: WaitingQuery,
        response: WaitingPage,
        handle: (call, { params, query }) => readWaiting(db, call, params.id, query),
      },
    ),
    manage.read(
      '/organizations/{id}/members/{user_id}/registrations',
      'listMemberRegistrations',
      'The registrations of a member, each with its shift',
      {
        params: Type.Object({ id: Id, user_id: Id }),
        query: MyRegistrationQuery,
        response: MyRegistrationPage,
        handle: (call, { params, query }) =>
          readMemberRegistrations(db, call, params.id, params.user_id, query),
      },
    ),
    manage.act(
      '/shifts/{id}/signups/bulk',
      'signUpMany',
      'Sign up several people; each has a result of their own',
      {
        body: BulkSignupRequest,
        response: BulkSignupAnswer,
        handle: (call, { params, body }) => signUpMany(platform, call, params.id, body),
      },
    ),
    manage.read('/shifts/{id}/signups', 'readRoster', 'Who is on the shift, and who waits', {
      query: RosterQuery,
      response: Roster,
      handle: (call, { params, query }) => readRoster(db, call, params.id, query),
    }),
    loggedIn.read('/shifts/{id}/eligibility', 'readEligibility', 'Could I sign up, and if not, why?', {
      query: EligibilityQuery,
      response: Eligibility,
      handle: (call, { params, query }) => readEligibility(db, call, params.id, query),
    }),
    manage.post(
      '/registrations/{id}/promote',
      'promoteRegistration',
      'Give a spot to a person on the waitlist',
      {
        description:
          'Whoever is before them. Their time, availability and requirements are checked as for any sign-up; an `override` with a reason lifts rules, with `capacity` also on a full shift.',
        body: PromoteRequest,
        bodyOptional: true,
        response: SignupAnswer,
        refuses: [...blocking, 'conflict'],
        handle: (call, { params, body }) => promote(platform, call, params.id, body),
      },
    ),
    anyone.get(
      '/shifts/{id}/needs',
      'readShiftNeeds',
      'What the shift asks of people, what of it I have, and whose shift it is',
      {
        response: ShiftNeeds,
        refuses: ['not_found'],
        handle: (call, { params }) => readNeeds(db, call, params.id),
      },
    ),
    ...decisionRoutes(platform),
    manage.read('/shifts/{id}/candidates', 'listCandidates', 'Who could take this shift?', {
      description:
        'Members who could sign up now. A page looks at 500 members at most, so it may hold fewer than asked for and still have a next one.',
      query: CandidateQuery,
      response: CandidatePage,
      handle: (call, { params, query }) => readCandidates(db, call, params.id, query),
    }),
  ];
}

function decisionRoutes(platform: Platform): Route[] {
  const decisions = [
    ['approve', 'approveRegistration', 'Approve a sign-up', approve],
    ['reject', 'rejectRegistration', 'Reject a sign-up', reject],
    ['accept', 'acceptOffer', 'Accept an offered seat', acceptOffer],
    ['decline', 'declineOffer', 'Decline an offered seat', declineOffer],
  ] as const;
  return decisions.map(([verb, operationId, summary, decide]) =>
    (verb === 'approve' || verb === 'reject' ? manage : loggedIn).act(
      `/registrations/{id}/${verb}`,
      operationId,
      summary,
      {
        body: DecisionRequest,
        bodyOptional: true,
        response: SignupAnswer,
        refuses: ['conflict', 'schedule_conflict'],
        handle: (call, { params, body }) => {
          if (call.actor.kind === 'anonymous') throw refuse('unauthenticated');
          return decide(platform, call, params.id, body.reason ?? null);
        },
      },
    ),
  );
}
