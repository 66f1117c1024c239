import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { PageQuery, PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { submitForm } from '../commands/submit-form.ts';
import { readMySubmissions, readSubmission, readSubmissions } from '../reads/submissions.ts';
import {
  MySubmissionPage,
  Submission,
  SubmissionAnswer,
  SubmissionPage,
  SubmissionQuery,
  SubmissionRequest,
} from '../schema.ts';

export function submissionRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'POST',
      path: '/forms/{id}/submissions',
      operationId: 'submitForm',
      summary: 'Submit a form',
      description:
        'For oneself. Every fault of the answers is listed by its field. An open organization takes whoever submits as a member.',
      tag: 'Forms',
      access: 'authenticated',
      params: PathId,
      body: SubmissionRequest,
      response: SubmissionAnswer,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: async (call, { params, body }) =>
        await submitForm(platform, call, personOf(call), params.id, body.answers),
    }),
    route({
      method: 'GET',
      path: '/forms/{id}/submissions',
      operationId: 'listSubmissions',
      summary: 'What people have answered, also as CSV',
      tag: 'Forms',
      access: 'authenticated',
      permission: 'forms.manage',
      params: PathId,
      query: SubmissionQuery,
      response: SubmissionPage,
      alternativeTypes: ['text/csv'],
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readSubmissions(db, call, params.id, query),
    }),
    route({
      method: 'GET',
      path: '/submissions/{id}',
      operationId: 'readSubmission',
      summary: 'A submission: one’s own, or of a form that one manages',
      tag: 'Forms',
      access: 'authenticated',
      params: PathId,
      response: Submission,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readSubmission(db, call, params.id),
    }),
    route({
      method: 'GET',
      path: '/me/submissions',
      operationId: 'listMySubmissions',
      summary: 'What I have submitted, newest first',
      tag: 'Me',
      access: 'authenticated',
      query: Type.Object(PageQuery),
      response: MySubmissionPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMySubmissions(db, personOf(call), query),
    }),
  ];
}
