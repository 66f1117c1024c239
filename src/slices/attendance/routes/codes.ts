import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { openShift } from '#slices/shifts/index.ts';
import { personCode, posterCode } from '../commands/read-code.ts';
import { issueShortCode, resolveShortCode } from '../commands/short-codes.ts';
import { takeScans } from '../commands/take-scans.ts';
import {
  CodeHolder,
  PersonCode,
  PosterCode,
  ScanBatch,
  ScanResults,
  ShortCode,
  ShortCodeQuestion,
} from '../schema.ts';

const tag = 'Attendance';

export function codeRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'GET',
      path: '/me/check-in-code',
      operationId: 'readCheckInCode',
      summary: 'My code for the desk to scan; it changes every minute',
      tag,
      access: 'authenticated',
      response: PersonCode,
      refuses: ['forbidden'],
      handle: async (call) => personCode(platform, personOf(call).userId, call.now),
    }),
    route({
      method: 'POST',
      path: '/me/check-in-code/digits',
      operationId: 'issueShortCheckInCode',
      summary: 'Six digits to read out at the desk, where scanning doesn’t work',
      description:
        'They work for three minutes, and no other person has the same at that time. Asked again while they have more than a minute left, the answer is the same.',
      tag,
      access: 'authenticated',
      response: ShortCode,
      refuses: ['forbidden', 'overloaded'],
      handle: (call) => issueShortCode(platform, call, personOf(call).userId),
    }),
    route({
      method: 'POST',
      path: '/attendance/check-in-codes/resolve',
      operationId: 'resolveShortCheckInCode',
      summary: 'Whose six digits these are',
      description:
        'For the desk: read the person’s digits, then check them in by `user_id`. Wrong digits are counted for the caller and the organization; after ten wrong ones in a quarter of an hour the answer is 429.',
      tag,
      access: 'authenticated',
      permission: 'attendance.check_others',
      body: ShortCodeQuestion,
      response: CodeHolder,
      refuses: ['forbidden', 'not_found', 'organization_required', 'rate_limited'],
      handle: (call, { body }) => resolveShortCode(platform, call, body),
    }),
    route({
      method: 'GET',
      path: '/shifts/{id}/poster-code',
      operationId: 'readPosterCode',
      summary: 'The code for a poster at the place of the shift',
      tag,
      access: 'authenticated',
      permission: 'attendance.check_others',
      params: PathId,
      response: PosterCode,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params }) => {
        await openShift(db, call, params.id, 'attendance.check_others');
        const code = posterCode(platform, params.id);
        return { code, url: `${platform.publicUrl()}/shifts/${params.id}?code=${code}` };
      },
    }),
    route({
      method: 'POST',
      path: '/attendance/scans',
      operationId: 'takeScans',
      summary: 'Scans of a desk that was offline',
      description:
        'Each with its own time and nonce: a scan sent twice counts once. Each row has its own result.',
      tag,
      access: 'authenticated',
      permission: 'attendance.check_others',
      body: ScanBatch,
      response: ScanResults,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { body }) => takeScans(platform, call, body),
    }),
  ];
}
