import { Type } from 'typebox';
import { refuse } from '#kernel/refusal.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Id } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf, userIdFor } from '#slices/accounts/index.ts';
import { cancelSignup } from '../commands/cancel-signup.ts';
import { changeSignup } from '../commands/change-signup.ts';
import { acceptOffer, approve, declineOffer, reject } from '../commands/decide-registration.ts';
import { promote } from '../commands/promote.ts';
import { createSignupQueue, signUpForMany, signUpMany } from '../commands/sign-up.ts';
import { readEligibility, readNeeds } from '../reads/eligibility.ts';
import { readMemberRegistrations, readWaiting } from '../reads/mine.ts';
import { readCandidates, readRoster } from '../reads/rosters.ts';
import { blockingCodes } from '../rules/blocker.ts';
import { ManySignups, ManySignupsAnswer, PromoteRequest } from '../schema/bulk.ts';
import { MyRegistrationPage, MyRegistrationQuery, WaitingPage, WaitingQuery } from '../schema/mine.ts';
import {
  BulkSignupAnswer,
  BulkSignupRequest,
  CancelSignupQuery,
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

const blocking = ['forbidden', 'not_found', ...blockingCodes] as const;

export function signupRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  const queueSignup = createSignupQueue(platform);
  return [
    loggedIn.post('/shifts/{id}/signups', 'signUpForShift', 'Sign up for a shift', {
      description:
        'For yourself; coordinators can also sign up other people. If the shift is full and has a waitlist, the person is added to it.',
      body: ShiftSignupRequest,
      bodyOptional: true,
      response: SignupAnswer,
      refuses: blocking,
      handle: async (call, { params, body }) => {
        const { user_id, ...input } = body;
        return await queueSignup({ call, shiftId: params.id, userId: userIdFor(call, user_id), input });
      },
    }),
    loggedIn.remove('/shifts/{id}/signups', 'cancelSignup', 'Cancel my registration', {
      description: 'The spot goes to the waitlist. The audit log keeps the reason.',
      query: CancelSignupQuery,
      body: CancelSignupRequest,
      bodyOptional: true,
      refuses: ['policy_conflict'],
      handle: async (call, { params, query, body }) =>
        await cancelSignup(platform, call, params.id, personOf(call).userId, { ...body, ...query }),
    }),
    manage.remove('/shifts/{id}/signups/{user_id}', 'cancelSignupOf', 'Cancel a person’s registration', {
      description: 'For coordinators. The person gets an email, and the spot goes to the waitlist.',
      params: Type.Object({ id: Id, user_id: Id }),
      query: CancelSignupQuery,
      body: CancelSignupRequest,
      bodyOptional: true,
      refuses: ['policy_conflict'],
      handle: (call, { params, query, body }) =>
        cancelSignup(platform, call, params.id, params.user_id, { ...body, ...query }),
    }),
    loggedIn.post('/shifts/{destinationId}/signups/change', 'changeSignup', 'Switch to this shift', {
      description:
        'From `current_shift_id`, which must belong to the same mission. The same shift with another role changes the role. You keep your spot if the switch is refused. Coordinators can also move other people.',
      params: Type.Object({ destinationId: Id }),
      body: ChangeSignupRequest,
      response: SignupAnswer,
      refuses: blocking,
      handle: async (call, { params, body }) =>
        await changeSignup(platform, call, userIdFor(call, body.user_id), params.destinationId, body),
    }),
    manage.read(
      '/organizations/{id}/registrations/waiting',
      'listWaitingRegistrations',
      'List open approvals and offers',
      {
        description: 'Across all shifts that haven’t ended, by start time.',
        query: WaitingQuery,
        response: WaitingPage,
        handle: (call, { params, query }) => readWaiting(db, call, params.id, query),
      },
    ),
    manage.read(
      '/organizations/{id}/members/{user_id}/registrations',
      'listMemberRegistrations',
      'List a member’s registrations',
      {
        description: 'Each with its shift.',
        params: Type.Object({ id: Id, user_id: Id }),
        query: MyRegistrationQuery,
        response: MyRegistrationPage,
        handle: (call, { params, query }) =>
          readMemberRegistrations(db, call, params.id, params.user_id, query),
      },
    ),
    loggedIn.post('/organizations/{id}/signups', 'signUpForMany', 'Sign up for several shifts', {
      description:
        'For yourself; coordinators can also sign up other people. Each shift is decided for itself: confirmed, waiting for approval, on the waitlist or refused. Shifts of other organizations are `not_found`.',
      body: ManySignups,
      response: ManySignupsAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params, body }) => {
        const { user_id, ...input } = body;
        return await signUpForMany(platform, call, params.id, userIdFor(call, user_id), input);
      },
    }),
    manage.act('/shifts/{id}/signups/bulk', 'signUpMany', 'Sign up several people', {
      description: 'Up to 200 people, with one result per person.',
      body: BulkSignupRequest,
      response: BulkSignupAnswer,
      handle: (call, { params, body }) => signUpMany(platform, call, params.id, body),
    }),
    manage.read('/shifts/{id}/signups', 'readRoster', 'List the people on a shift', {
      description: 'Confirmed people, sign-ups that need approval, open offers and the waitlist.',
      query: RosterQuery,
      response: Roster,
      handle: (call, { params, query }) => readRoster(db, call, params.id, query),
    }),
    loggedIn.read('/shifts/{id}/eligibility', 'readEligibility', 'Check whether I can sign up', {
      description:
        'Nothing is saved. Lists every reason that would block the sign-up and what to do about it, for the shift and for each role.',
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
          'Regardless of their position. Conflicts, availability and requirements are checked as for any sign-up. An `override` with a reason lifts them; with `capacity`, also on a full shift.',
        body: PromoteRequest,
        bodyOptional: true,
        response: SignupAnswer,
        refuses: [...blocking, 'conflict'],
        handle: (call, { params, body }) => promote(platform, call, params.id, body),
      },
    ),
    anyone.get('/shifts/{id}/needs', 'readShiftNeeds', 'Get the requirements of a shift', {
      description: 'What people need for this shift, which of it you have, and which organization runs it.',
      response: ShiftNeeds,
      refuses: ['not_found'],
      handle: (call, { params }) => readNeeds(db, call, params.id),
    }),
    ...decisionRoutes(platform),
    manage.read('/shifts/{id}/candidates', 'listCandidates', 'List people who can take a shift', {
      description:
        'Members who can take it right now. When sign-up opens and closes doesn’t matter, because coordinators can sign people up or ask them at any time. A page checks at most 500 members, so it can be short and still have a next page.',
      query: CandidateQuery,
      response: CandidatePage,
      handle: (call, { params, query }) => readCandidates(platform, call, params.id, query),
    }),
  ];
}

function decisionRoutes(platform: Platform): Route[] {
  const decisions = [
    [
      'approve',
      'approveRegistration',
      'Approve a sign-up',
      'The person gets the spot and an email.',
      approve,
    ],
    [
      'reject',
      'rejectRegistration',
      'Reject a sign-up',
      'The person gets an email, with your reason if you give one.',
      reject,
    ],
    [
      'accept',
      'acceptOffer',
      'Accept an offered spot',
      'The offer must still be open. Your registration is confirmed.',
      acceptOffer,
    ],
    [
      'decline',
      'declineOffer',
      'Decline an offered spot',
      'The spot goes to the next person on the waitlist.',
      declineOffer,
    ],
  ] as const;
  return decisions.map(([verb, operationId, summary, description, decide]) =>
    (verb === 'approve' || verb === 'reject' ? manage : loggedIn).act(
      `/registrations/{id}/${verb}`,
      operationId,
      summary,
      {
        description,
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
