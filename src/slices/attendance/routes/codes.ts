import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { openShift } from '#slices/shifts/index.ts';
import { issueShortCode, personCode, posterCode, resolveShortCode } from '../commands/issue-code.ts';
import { takeScans } from '../commands/sync-scans.ts';
import {
  CodeHolder,
  PersonCode,
  PosterCode,
  ScanBatch,
  ScanResults,
  ShortCode,
  ShortCodeQuestion,
} from '../schema.ts';

const loggedIn = routesFor({ tag: 'Attendance', access: 'authenticated' });
const desk = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'attendance.check_others' });

export function codeRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    loggedIn.get(
      '/me/check-in-code',
      'readCheckInCode',
      'My code for the desk to scan; it changes every minute',
      {
        response: PersonCode,
        refuses: ['forbidden'],
        handle: async (call) => personCode(platform, personOf(call).userId, call.now),
      },
    ),
    loggedIn.post(
      '/me/check-in-code/digits',
      'issueShortCheckInCode',
      'Six digits to read out at the desk, where scanning doesn’t work',
      {
        description:
          'They work for three minutes, and no other person has the same at that time. Asked again while they have more than a minute left, the answer is the same.',
        response: ShortCode,
        refuses: ['forbidden', 'overloaded'],
        handle: (call) => issueShortCode(platform, call, personOf(call).userId),
      },
    ),
    desk.act('/attendance/check-in-codes/resolve', 'resolveShortCheckInCode', 'Whose six digits these are', {
      description:
        'For the desk: read the person’s digits, then check them in by `user_id`. Wrong digits are counted for the caller and the organization; after ten wrong ones in a quarter of an hour the answer is 429.',
      body: ShortCodeQuestion,
      response: CodeHolder,
      refuses: ['organization_required', 'rate_limited'],
      handle: (call, { body }) => resolveShortCode(platform, call, body),
    }),
    desk.read(
      '/shifts/{id}/poster-code',
      'readPosterCode',
      'The code for a poster at the place of the shift',
      {
        response: PosterCode,
        handle: async (call, { params }) => {
          await openShift(db, call, params.id, 'attendance.check_others');
          const code = posterCode(platform, params.id);
          return { code, url: `${platform.publicUrl()}/shifts/${params.id}?code=${code}` };
        },
      },
    ),
    desk.act('/attendance/scans', 'takeScans', 'Scans of a desk that was offline', {
      description:
        'Each with its own time and nonce: a scan sent twice counts once. Each row has its own result.',
      body: ScanBatch,
      response: ScanResults,
      refuses: ['organization_required'],
      handle: (call, { body }) => takeScans(platform, call, body),
    }),
  ];
}
