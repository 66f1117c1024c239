import { refuse } from '#kernel/refusal.ts';
import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { authorize } from '#slices/organizations/index.ts';
import { findShift } from '#slices/shifts/index.ts';
import { personCode, posterCode } from '../commands/read-code.ts';
import { takeScans } from '../commands/take-scans.ts';
import { PersonCode, PosterCode, ScanBatch, ScanResults } from '../schema/attendance.ts';

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
        const shift = await findShift(db, params.id);
        if (!shift) throw refuse('not_found');
        await authorize(db, call, 'attendance.check_others', shift.organization_id, 'public');
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
