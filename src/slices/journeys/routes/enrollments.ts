import { type Route, routesFor } from '#platform/http/route.ts';
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
  EnrollmentQuery,
  EnrollmentRequest,
  MyJourneyPage,
  MyJourneysQuery,
  StepNote,
  WithdrawRequest,
} from '../schema.ts';

const me = routesFor({ tag: 'Me', access: 'authenticated' });
const loggedIn = routesFor({ tag: 'Journeys', access: 'authenticated' });
const manage = routesFor({ tag: 'Journeys', access: 'authenticated', permission: 'journeys.manage' });
const one = '/journeys/{id}/enrollments/{enrollment_id}';

export function enrollmentRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.act('/journeys/{id}/enrollments', 'enroll', 'Begin a journey, or enrol somebody else', {
      description:
        'Without `user_id` the caller; others are enrolled by coordinators. Asked twice, it answers the same enrolment; after leaving it goes on with the newest steps. An open organization takes whoever begins as a member.',
      body: EnrollmentRequest,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['conflict'],
      handle: async (call, { params, body }) => await enroll(platform, call, params.id, body.user_id),
    }),
    manage.read('/journeys/{id}/enrollments', 'listEnrollments', 'Who is on a journey, and how far', {
      query: EnrollmentQuery,
      response: EnrollmentPage,
      handle: (call, { params, query }) => readEnrollments(db, call, params.id, query),
    }),
    loggedIn.read(one, 'readEnrollment', 'An enrolment: one’s own, or of a journey that one manages', {
      response: Enrollment,
      handle: (call, { params }) => readEnrollment(db, call, params.id, params.enrollment_id),
    }),
    loggedIn.act(`${one}/withdraw`, 'withdrawEnrollment', 'Leave a journey: oneself, or by a coordinator', {
      body: WithdrawRequest,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['conflict'],
      handle: (call, { params, body }) =>
        withdraw(platform, call, { journeyId: params.id, id: params.enrollment_id }, body.reason),
    }),
    manage.act(`${one}/upgrade`, 'upgradeEnrollment', 'Give somebody on the way the newest steps', {
      description: 'Steps with the same key stay done.',
      response: EnrollmentAnswer,
      refuses: ['conflict'],
      handle: (call, { params }) =>
        moveEnrollment(platform, call, { journeyId: params.id, id: params.enrollment_id }),
    }),
    ...markRoutes(platform),
    me.get('/me/journeys', 'listMyJourneys', 'The journeys I am or was on, newest first', {
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
    manage.act(`${one}/steps/{step_id}/${mark}`, `${mark}EnrollmentStep`, summaries[mark], {
      body: StepNote,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['conflict'],
      handle: (call, { params, body }) => {
        const address = { journeyId: params.id, id: params.enrollment_id, stepId: params.step_id };
        return markStep(platform, call, address, mark, body.note);
      },
    }),
  );
}
