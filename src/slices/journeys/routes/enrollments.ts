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
    loggedIn.act('/journeys/{id}/enrollments', 'enroll', 'Start a journey', {
      description:
        'For yourself, or for `user_id` as a coordinator. A second call returns the same enrollment. After withdrawing, people continue with the newest steps. In an open organization, they become a member.',
      body: EnrollmentRequest,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['conflict'],
      handle: async (call, { params, body }) => await enroll(platform, call, params.id, body.user_id),
    }),
    manage.read('/journeys/{id}/enrollments', 'listEnrollments', 'List the people on a journey', {
      description: 'With their progress.',
      query: EnrollmentQuery,
      response: EnrollmentPage,
      handle: (call, { params, query }) => readEnrollments(db, call, params.id, query),
    }),
    loggedIn.read(one, 'readEnrollment', 'Get an enrollment', {
      description: 'Your own, or one of a journey that you manage.',
      response: Enrollment,
      handle: (call, { params }) => readEnrollment(db, call, params.id, params.enrollment_id),
    }),
    loggedIn.act(`${one}/withdraw`, 'withdrawEnrollment', 'Withdraw from a journey', {
      description:
        'Completed steps are kept in case the person starts again. Coordinators can also withdraw other people.',
      body: WithdrawRequest,
      bodyOptional: true,
      response: EnrollmentAnswer,
      refuses: ['conflict'],
      handle: (call, { params, body }) =>
        withdraw(platform, call, { journeyId: params.id, id: params.enrollment_id }, body.reason),
    }),
    manage.act(`${one}/upgrade`, 'upgradeEnrollment', 'Move a person to the newest version of a journey', {
      description: 'Completed steps with the same key stay completed.',
      response: EnrollmentAnswer,
      refuses: ['conflict'],
      handle: (call, { params }) =>
        moveEnrollment(platform, call, { journeyId: params.id, id: params.enrollment_id }),
    }),
    ...markRoutes(platform),
    me.get('/me/journeys', 'listMyJourneys', 'List my journeys', {
      description: 'The ones that you’ve started, newest first.',
      query: MyJourneysQuery,
      response: MyJourneyPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyJourneys(db, call, personOf(call), query),
    }),
  ];
}

function markRoutes(platform: Platform): Route[] {
  const texts: Readonly<Record<Mark, readonly [summary: string, description: string]>> = {
    complete: ['Mark a step as done', 'For coordinators.'],
    skip: ['Skip a step', 'For coordinators. The person doesn’t need to do it anymore.'],
    undo: ['Undo a completed or skipped step', 'For coordinators. The step is open again.'],
  };
  return (['complete', 'skip', 'undo'] as const).map((mark) =>
    manage.act(`${one}/steps/{step_id}/${mark}`, `${mark}EnrollmentStep`, texts[mark][0], {
      description: texts[mark][1],
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
