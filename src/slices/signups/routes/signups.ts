import { Type } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { type Route, route } from '#platform/http/route.ts';
import { Id, PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { cancelSignup } from '../commands/cancel-signup.ts';
import { changeSignup } from '../commands/change-signup.ts';
import { promote } from '../commands/promote.ts';
import { createSignupQueue } from '../commands/queue-signups.ts';
import { acceptOffer, approve, declineOffer, reject } from '../commands/settle-registration.ts';
import { signUpMany } from '../commands/sign-up.ts';
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

export function candidateRoutes(platform: Platform): Route[] {
  return [
    route({
      method: 'GET',
      path: '/shifts/{id}/candidates',
      operationId: 'listCandidates',
      summary: 'Who could take this shift?',
      description:
        'Members who could sign up now. A page looks at 500 members at most, so it may hold fewer than asked for and still have a next one.',
      tag: 'Sign-up',
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      query: CandidateQuery,
      response: CandidatePage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readCandidates(platform.database.db, call, params.id, query),
    }),
  ];
}

const tag = 'Sign-up';
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
  throw new Refusal('validation_failed', {
    detail: '`user_id` is required with an API key.',
    errors: [{ path: 'user_id', code: 'required', message: 'is required' }],
  });
}

export function signupRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  const queueSignup = createSignupQueue(platform);
  return [
    route({
      method: 'POST',
      path: '/shifts/{id}/signups',
      operationId: 'signUpForShift',
      summary: 'Sign up for a shift',
      description:
        'For oneself; coordinators also for others. A full shift with a waitlist puts the person on it.',
      tag,
      access: 'authenticated',
      params: PathId,
      body: ShiftSignupRequest,
      bodyOptional: true,
      response: SignupAnswer,
      refuses: blocking,
      handle: async (call, { params, body }) => {
        const { user_id, ...input } = body;
        return await queueSignup(params.id, { call, userId: whoOf(call, user_id), input });
      },
    }),
    route({
      method: 'DELETE',
      path: '/shifts/{id}/signups',
      operationId: 'cancelSignup',
      summary: 'Cancel my registration',
      description: 'The freed seat goes to the waitlist. Reason and source are kept in the audit log.',
      tag,
      access: 'authenticated',
      params: PathId,
      body: CancelSignupRequest,
      bodyOptional: true,
      refuses: ['forbidden', 'not_found', 'policy_conflict'],
      handle: async (call, { params, body }) =>
        await cancelSignup(platform, call, params.id, personOf(call).userId, body),
    }),
    route({
      method: 'DELETE',
      path: '/shifts/{id}/signups/{user_id}',
      operationId: 'cancelSignupOf',
      summary: 'Cancel somebody’s registration',
      tag,
      access: 'authenticated',
      permission: 'shifts.manage',
      params: Type.Object({ id: Id, user_id: Id }),
      body: CancelSignupRequest,
      bodyOptional: true,
      refuses: ['forbidden', 'not_found', 'policy_conflict'],
      handle: (call, { params, body }) => cancelSignup(platform, call, params.id, params.user_id, body),
    }),
    route({
      method: 'POST',
      path: '/shifts/{destinationId}/signups/change',
      operationId: 'changeSignup',
      summary: 'Move my registration to this shift',
      description:
        'From `current_shift_id`, which must belong to the same mission; the same shift with another role changes the role. The old seat goes only if the new one is granted. Coordinators also move others.',
      tag,
      access: 'authenticated',
      params: Type.Object({ destinationId: Id }),
      body: ChangeSignupRequest,
      response: SignupAnswer,
      refuses: blocking,
      handle: async (call, { params, body }) =>
        await changeSignup(platform, call, body.user_id ?? personOf(call).userId, params.destinationId, body),
    }),
    route({
      method: 'GET',
      path: '/organizations/{id}/registrations/waiting',
      operationId: 'listWaitingRegistrations',
      summary: 'Who waits for an approval, and which offers are open',
      description: 'On shifts that are not over, the next one first.',
      tag,
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      query: WaitingQuery,
      response: WaitingPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readWaiting(db, call, params.id, query),
    }),
    route({
      method: 'GET',
      path: '/organizations/{id}/members/{user_id}/registrations',
      operationId: 'listMemberRegistrations',
      summary: 'The registrations of a member, each with its shift',
      tag,
      access: 'authenticated',
      permission: 'shifts.manage',
      params: Type.Object({ id: Id, user_id: Id }),
      query: MyRegistrationQuery,
      response: MyRegistrationPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) =>
        readMemberRegistrations(db, call, params.id, params.user_id, query),
    }),
    route({
      method: 'POST',
      path: '/shifts/{id}/signups/bulk',
      operationId: 'signUpMany',
      summary: 'Sign up several people; each has a result of their own',
      tag,
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      body: BulkSignupRequest,
      response: BulkSignupAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) => signUpMany(platform, call, params.id, body),
    }),
    route({
      method: 'GET',
      path: '/shifts/{id}/signups',
      operationId: 'readRoster',
      summary: 'Who is on the shift, and who waits',
      tag,
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      query: RosterQuery,
      response: Roster,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readRoster(db, call, params.id, query),
    }),
    route({
      method: 'GET',
      path: '/shifts/{id}/eligibility',
      operationId: 'readEligibility',
      summary: 'Could I sign up, and if not, why?',
      tag,
      access: 'authenticated',
      params: PathId,
      query: EligibilityQuery,
      response: Eligibility,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readEligibility(db, call, params.id, query),
    }),
    route({
      method: 'POST',
      path: '/registrations/{id}/promote',
      operationId: 'promoteRegistration',
      summary: 'Give a spot to a person on the waitlist',
      description:
        'Whoever is before them. Their time, availability and requirements are checked as for any sign-up; an `override` with a reason lifts rules, with `capacity` also on a full shift.',
      tag,
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      body: PromoteRequest,
      bodyOptional: true,
      response: SignupAnswer,
      refuses: [...blocking, 'conflict'],
      handle: (call, { params, body }) => promote(platform, call, params.id, body),
    }),
    route({
      method: 'GET',
      path: '/shifts/{id}/needs',
      operationId: 'readShiftNeeds',
      summary: 'What the shift asks of people, what of it I have, and whose shift it is',
      tag,
      access: 'anyone',
      params: PathId,
      response: ShiftNeeds,
      refuses: ['not_found'],
      handle: (call, { params }) => readNeeds(db, call, params.id),
    }),
    ...decisionRoutes(platform),
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
    route({
      method: 'POST',
      path: `/registrations/{id}/${verb}`,
      operationId,
      summary,
      tag,
      access: 'authenticated',
      ...(verb === 'approve' || verb === 'reject' ? { permission: 'shifts.manage' } : {}),
      params: PathId,
      body: DecisionRequest,
      bodyOptional: true,
      response: SignupAnswer,
      refuses: ['forbidden', 'not_found', 'conflict', 'schedule_conflict'],
      handle: (call, { params, body }) => {
        if (call.actor.kind === 'anonymous') throw refuse('unauthenticated');
        return decide(platform, call, params.id, body.reason ?? null);
      },
    }),
  );
}
