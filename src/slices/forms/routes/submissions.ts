import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery } from '#platform/http/schema.ts';
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

const loggedIn = routesFor({ tag: 'Forms', access: 'authenticated' });
const manage = routesFor({ tag: 'Forms', access: 'authenticated', permission: 'forms.manage' });
const me = routesFor({ tag: 'Me', access: 'authenticated' });

export function submissionRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.act('/forms/{id}/submissions', 'submitForm', 'Submit a form', {
      description:
        'Always for yourself. If fields are invalid, `errors` lists each of them. In an open organization, you become a member.',
      body: SubmissionRequest,
      response: SubmissionAnswer,
      refuses: ['conflict'],
      handle: async (call, { params, body }) =>
        await submitForm(platform, call, personOf(call), params.id, body),
    }),
    manage.read('/forms/{id}/submissions', 'listSubmissions', 'List the responses to a form', {
      description: 'As JSON pages, or as CSV.',
      query: SubmissionQuery,
      response: SubmissionPage,
      isList: true,
      alternativeTypes: ['text/csv'],
      handle: (call, { params, query }) => readSubmissions(db, call, params.id, query),
    }),
    loggedIn.read('/submissions/{id}', 'readSubmission', 'Get a response', {
      description: 'Your own, or one to a form that you manage.',
      response: Submission,
      handle: (call, { params }) => readSubmission(db, call, params.id),
    }),
    me.get('/me/submissions', 'listMySubmissions', 'List my responses', {
      description: 'Your form responses, newest first.',
      query: Type.Object(PageQuery),
      response: MySubmissionPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMySubmissions(db, personOf(call), query),
    }),
  ];
}
