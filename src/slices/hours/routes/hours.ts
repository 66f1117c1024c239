import type { FastifyReply } from 'fastify';
import type { Call } from '#kernel/call.ts';
import { fileTypes } from '#platform/http/files.ts';
import { markLanguage } from '#platform/http/language.ts';
import { type RawAnswer, type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { issueLetterFor, issueOwnLetter } from '../commands/issue-letter.ts';
import { exportHours, readHours, readMyHours } from '../reads/hours.ts';
import { letterPage, verificationPage } from '../reads/letter-page.ts';
import { readLetter, verifyLetter } from '../reads/letters.ts';
import {
  CodePath,
  HoursPage,
  HoursQuery,
  LetterAnswer,
  LetterRequest,
  MyHours,
  MyHoursQuery,
  OwnLetterRequest,
  Verification,
} from '../schema/hours.ts';

const loggedIn = routesFor({ tag: 'Attendance', access: 'authenticated' });
const read = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'hours.read' });
const open = routesFor({ tag: 'Attendance', access: 'open' });

export function hoursRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.get('/me/hours', 'readMyHours', 'Get my hours', {
      description: 'By organization, program and month.',
      query: MyHoursQuery,
      response: MyHours,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyHours(db, personOf(call), query),
    }),
    read.read('/organizations/{id}/hours', 'readHours', 'List an organization’s hours', {
      description:
        'By person, program or month. As JSON pages, or as one CSV or Excel file with `format` (or `Accept: text/csv`), with headings in the language of the request.',
      query: HoursQuery,
      response: HoursPage,
      isList: true,
      alternativeTypes: Object.values(fileTypes),
      handle: async (call, { params, query }, reply) => {
        const format = query.format ?? (prefers(reply, 'text/csv') ? 'csv' : 'json');
        return format === 'json'
          ? await readHours(db, call, params.id, query)
          : await exportHours(db, call, params.id, query, format);
      },
    }),
    ...letterRoutes(platform),
  ];
}

function letterRoutes(platform: Platform): Route[] {
  return [
    loggedIn.act('/me/hours/letter', 'issueMyHoursLetter', 'Issue a letter that confirms my hours', {
      description:
        'A page to print, with a code that anyone can check. As long as nothing has changed, you get the same letter again.',
      body: OwnLetterRequest,
      bodyOptional: true,
      responseType: 'text/html',
      refuses: ['organization_required'],
      handle: async (call, { body }, reply) =>
        pageIn(
          call,
          reply,
          letterPage(call.language, await issueOwnLetter(platform, call, personOf(call), body)),
        ),
    }),
    read.act(
      '/organizations/{id}/hours/letters',
      'issueHoursLetter',
      'Issue a letter that confirms a member’s hours',
      {
        description: 'With a code that anyone can check.',
        body: LetterRequest,
        response: LetterAnswer,
        handle: (call, { params, body }) => issueLetterFor(platform, call, params.id, body),
      },
    ),
    read.read('/organizations/{id}/hours/letters/{letter_id}', 'readHoursLetter', 'Get an issued letter', {
      description: 'As a page to print.',
      responseType: 'text/html',
      handle: async (call, { params }, reply) =>
        pageIn(
          call,
          reply,
          letterPage(call.language, await readLetter(platform, call, params.id, params.letter_id)),
        ),
    }),
    open.get('/hours/verify/{code}', 'verifyHoursLetter', 'Check whether a letter is genuine', {
      description: 'Returns what the letter says. Browsers get a page.',
      params: CodePath,
      response: Verification,
      alternativeTypes: ['text/html'],
      handle: async (call, { params }, reply) => {
        const found = await verifyLetter(platform, params.code);
        return prefers(reply, 'text/html')
          ? pageIn(call, reply, verificationPage(call.language, found))
          : found;
      },
    }),
  ];
}

function pageIn({ language }: Call, reply: FastifyReply, page: RawAnswer): RawAnswer {
  markLanguage(reply, language);
  return page;
}

/** Whether the caller names this type first. Where any type will do, the answer is JSON. */
function prefers(reply: FastifyReply, type: string): boolean {
  const [first = ''] = (reply.request.headers.accept ?? '').split(',');
  return first.split(';', 1)[0]?.trim().toLowerCase() === type;
}
