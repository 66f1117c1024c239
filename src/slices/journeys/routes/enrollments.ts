import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { enroll } from '../commands/enroll.ts';
import { type Mark, markStep } from '../commands/mark-step.ts';
import { moveEnrollment } from '../commands/move-enrollment.ts';
import { withdraw } from '../commands/withdraw.ts';
import { readEnrollment, readEnrollments, readMyJourneys } from '../reads/enrollments.ts';
import {
  Enrollment,
  EnrollmentAnswer,
  EnrollmentPage,
  EnrollmentPath,
  EnrollmentQuery,
  EnrollmentRequest,
  EnrollmentStepPath,
  MyJourneyPage,
  MyJourneysQuery,
  StepNote,
  WithdrawRequest,
} from '../schema.ts';

const signedIn = { tag: 'Journeys', access: 'authenticated' } as const;
const manage = { ...signedIn, permission: 'journeys.manage' } as const;
const one = '/journeys/{id}/enrollments/{enrollment_id}';

export function enrollmentRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      ...signedIn,
      method: 'POST',
      path: '/journeys/{id}/enrollments',
      operationId: 'enroll',
      summary: 'Begin a journey, or enrol somebody else',
      description:
        'Without `user_id` the caller; others are enrolled by coordinators. Asked twice, it answers the same enrolment; after leaving it goes on with the newest steps. An open organization takes whoever begins as a member.',
      params: PathId,
      body: EnrollmentRequest,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: async (call, { params, body }) => await enroll(platform, call, params.id, body.user_id),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/journeys/{id}/enrollments',
      operationId: 'listEnrollments',
      summary: 'Who is on a journey, and how far',
      params: PathId,
      query: EnrollmentQuery,
      response: EnrollmentPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readEnrollments(db, call, params.id, query),
    }),
    route({
      ...signedIn,
      method: 'GET',
      path: one,
      operationId: 'readEnrollment',
      summary: 'An enrolment: one’s own, or of a journey that one manages',
      params: EnrollmentPath,
      response: Enrollment,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readEnrollment(db, call, params.id, params.enrollment_id),
    }),
    route({
      ...signedIn,
      method: 'POST',
      path: `${one}/withdraw`,
      operationId: 'withdrawEnrollment',
      summary: 'Leave a journey: oneself, or by a coordinator',
      params: EnrollmentPath,
      body: WithdrawRequest,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) =>
        withdraw(platform, call, { journeyId: params.id, id: params.enrollment_id }, body.reason),
    }),
    route({
      ...manage,
      method: 'POST',
      path: `${one}/upgrade`,
      operationId: 'upgradeEnrollment',
      summary: 'Give somebody on the way the newest steps',
      description: 'Steps with the same key stay done.',
      params: EnrollmentPath,
      response: EnrollmentAnswer,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params }) =>
        moveEnrollment(platform, call, { journeyId: params.id, id: params.enrollment_id }),
    }),
    ...markRoutes(platform),
    route({
      method: 'GET',
      path: '/me/journeys',
      operationId: 'listMyJourneys',
      summary: 'The journeys I am or was on, newest first',
      tag: 'Me',
      access: 'authenticated',
      query: MyJourneysQuery,
      response: MyJourneyPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyJourneys(db, call, personOf(call), query),
    }),
  ];
}

function markRoutes(platform: Platform): Route[] {
  const summaries: Readonly<Record<Mark, string>> = {
    complete: 'Note a step as done',
    skip: 'Let somebody skip a step',
    undo: 'Take back that a step was noted as done or skipped',
  };
  return (['complete', 'skip', 'undo'] as const).map((mark) =>
    route({
      ...manage,
      method: 'POST',
      path: `${one}/steps/{step_id}/${mark}`,
      operationId: `${mark}EnrollmentStep`,
      summary: summaries[mark],
      params: EnrollmentStepPath,
      body: StepNote,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) => {
        const address = { journeyId: params.id, id: params.enrollment_id, stepId: params.step_id };
        return markStep(platform, call, address, mark, body.note);
      },
    }),
  );
}
