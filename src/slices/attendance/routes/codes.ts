import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { openShift } from '#slices/shifts/index.ts';
import { issueShortCode, personCode, posterCode, resolveShortCode } from '../commands/issue-code.ts';
import { syncScans } from '../commands/sync-scans.ts';
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
    loggedIn.get('/me/check-in-code', 'readCheckInCode', 'Get my check-in code', {
      description: 'For the check-in desk to scan. It changes every minute.',
      response: PersonCode,
      refuses: ['forbidden'],
      handle: async (call) => personCode(platform, personOf(call).userId, call.now),
    }),
    loggedIn.post('/me/check-in-code/digits', 'issueShortCheckInCode', 'Get a six-digit check-in code', {
      description:
        'To read out at the desk when scanning doesn’t work. It’s valid for three minutes; until its last minute, you get the same code again.',
      response: ShortCode,
      refuses: ['forbidden', 'overloaded'],
      handle: (call) => issueShortCode(platform, call, personOf(call).userId),
    }),
    desk.act(
      '/attendance/check-in-codes/resolve',
      'resolveShortCheckInCode',
      'Look up a six-digit check-in code',
      {
        description:
          'Returns the person; then check them in with `user_id`. After ten wrong codes in 15 minutes, the response is 429.',
        body: ShortCodeQuestion,
        response: CodeHolder,
        refuses: ['organization_required', 'rate_limited'],
        handle: (call, { body }) => resolveShortCode(platform, call, body),
      },
    ),
    desk.read('/shifts/{id}/poster-code', 'readPosterCode', 'Get the poster code of a shift', {
      description: 'For a poster at the venue. Volunteers scan it to check in.',
      response: PosterCode,
      handle: async (call, { params }) => {
        await openShift(db, call, params.id, 'attendance.check_others');
        const code = posterCode(platform, params.id);
        return { code, url: `${platform.publicUrl()}/shifts/${params.id}?code=${code}` };
      },
    }),
    desk.act('/attendance/scans', 'uploadScans', 'Upload offline scans', {
      description:
        'Each scan has its own time and nonce: sent twice, it counts once. Each has its own result.',
      body: ScanBatch,
      response: ScanResults,
      refuses: ['organization_required'],
      handle: (call, { body }) => syncScans(platform, call, body),
    }),
  ];
}
