import type { FastifyReply } from 'fastify';
import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { issueLetterFor, issueOwnLetter } from './commands/issue-letter.ts';
import { readHours, readHoursAsCsv, readMyHours } from './reads/hours.ts';
import { letterPage, verificationPage } from './reads/letter-page.ts';
import { readLetter, verifyLetter } from './reads/letters.ts';
import {
  CodePath,
  HoursPage,
  HoursQuery,
  LetterAnswer,
  LetterPath,
  LetterRequest,
  MyHours,
  MyHoursQuery,
  OwnLetterRequest,
  Verification,
} from './schema.ts';

const tag = 'Attendance';

export function hoursRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'GET',
      path: '/me/hours',
      operationId: 'readMyHours',
      summary: 'My hours, by organization, program and month',
      tag,
      access: 'authenticated',
      query: MyHoursQuery,
      response: MyHours,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyHours(db, personOf(call), query),
    }),
    route({
      method: 'GET',
      path: '/organizations/{id}/hours',
      operationId: 'readHours',
      summary: 'Hours of an organization, by person, program or month',
      description:
        'As JSON in pages, or whole as CSV with `format=csv` or `Accept: text/csv`. The figures are those of this moment.',
      tag,
      access: 'authenticated',
      permission: 'hours.read',
      params: PathId,
      query: HoursQuery,
      response: HoursPage,
      alternativeTypes: ['text/csv'],
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params, query }, reply) => {
        const wantsCsv = query.format === undefined ? prefers(reply, 'text/csv') : query.format === 'csv';
        return wantsCsv
          ? await readHoursAsCsv(db, call, params.id, query)
          : await readHours(db, call, params.id, query);
      },
    }),
    ...letterRoutes(platform),
  ];
}

function letterRoutes(platform: Platform): Route[] {
  return [
    route({
      method: 'POST',
      path: '/me/hours/letter',
      operationId: 'issueMyHoursLetter',
      summary: 'Issue a letter that confirms my hours, as a page to print',
      description:
        'Has a code that anyone can check. Asked for again while nothing has changed, it is the same letter.',
      tag,
      access: 'authenticated',
      body: OwnLetterRequest,
      bodyOptional: true,
      responseType: 'text/html',
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: async (call, { body }) =>
        letterPage(await issueOwnLetter(platform, call, personOf(call), body)),
    }),
    route({
      method: 'POST',
      path: '/organizations/{id}/hours/letters',
      operationId: 'issueHoursLetter',
      summary: 'Issue a letter that confirms the hours of a member',
      tag,
      access: 'authenticated',
      permission: 'hours.read',
      params: PathId,
      body: LetterRequest,
      response: LetterAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) => issueLetterFor(platform, call, params.id, body),
    }),
    route({
      method: 'GET',
      path: '/organizations/{id}/hours/letters/{letter_id}',
      operationId: 'readHoursLetter',
      summary: 'A letter that was issued, as a page to print',
      tag,
      access: 'authenticated',
      permission: 'hours.read',
      params: LetterPath,
      responseType: 'text/html',
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params }) =>
        letterPage(await readLetter(platform, call, params.id, params.letter_id)),
    }),
    route({
      method: 'GET',
      path: '/hours/verify/{code}',
      operationId: 'verifyHoursLetter',
      summary: 'Whether a letter is genuine, and what it says',
      description: 'For anyone who was shown a letter. A browser gets a page.',
      tag,
      access: 'open',
      params: CodePath,
      response: Verification,
      alternativeTypes: ['text/html'],
      handle: async (_call, { params }, reply) => {
        const found = await verifyLetter(platform, params.code);
        return prefers(reply, 'text/html') ? verificationPage(found) : found;
      },
    }),
  ];
}

/** Whether the caller names this type first; who takes anything gets JSON. */
function prefers(reply: FastifyReply, type: string): boolean {
  const [first = ''] = (reply.request.headers.accept ?? '').split(',');
  return first.split(';', 1)[0]?.trim().toLowerCase() === type;
}
