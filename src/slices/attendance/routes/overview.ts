import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { Nullable, Page, PageQuery, PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { RosterQuery, RosterRow } from '#slices/signups/index.ts';
import { readAttendedRoster, readShiftAttendance, readUnverified } from '../reads/overview.ts';
import {
  AttendanceRecord,
  ShiftAttendancePage,
  ShiftAttendanceQuery,
  UnverifiedPage,
  UnverifiedQuery,
} from '../schema.ts';

const tag = 'Attendance';

const AttendedRoster = Page(
  'AttendedRoster',
  Type.Object(
    {
      ...RosterRow.properties,
      attendance: Nullable(AttendanceRecord),
    },
    { title: 'AttendedRosterRow' },
  ),
);
/** A roster is searched and sorted as a whole, so its pages are larger than those of other lists. */
const AttendedRosterQuery = Type.Object({
  ...RosterQuery.properties,
  ...PageQuery,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 200 })),
});

/** What whole screens need in one request. */
export function overviewRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'GET',
      path: '/organizations/{id}/attendance/unverified',
      operationId: 'listUnverifiedHours',
      summary: 'Hours that wait for verification, newest first',
      tag,
      access: 'authenticated',
      permission: 'attendance.correct',
      params: PathId,
      query: UnverifiedQuery,
      response: UnverifiedPage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readUnverified(db, call, params.id, query),
    }),
    route({
      method: 'GET',
      path: '/organizations/{id}/attendance/shifts',
      operationId: 'listShiftAttendance',
      summary: 'The shifts of a day, each with who is expected, in, out and missing',
      description:
        'Published shifts that overlap with the time from `from` to `to`, by start time. At most 31 days at once.',
      tag,
      access: 'authenticated',
      permission: 'attendance.read',
      params: PathId,
      query: ShiftAttendanceQuery,
      response: ShiftAttendancePage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readShiftAttendance(db, call, params.id, query),
    }),
    route({
      method: 'GET',
      path: '/shifts/{id}/roster',
      operationId: 'readAttendedRoster',
      summary: 'Who is on the shift, who waits, and who came',
      tag,
      access: 'authenticated',
      permission: 'shifts.manage',
      params: PathId,
      query: AttendedRosterQuery,
      response: AttendedRoster,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readAttendedRoster(db, call, params.id, query),
    }),
  ];
}
