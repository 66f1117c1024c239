import { Type } from 'typebox';
import { fileTypes } from '#platform/http/files.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Limit, Nullable, Page, PageQuery, StringEnum } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { RosterQuery, RosterRow, TeamNotes } from '#slices/signups/index.ts';
import { exportRoster, readAttendedRoster, readShiftAttendance, readUnverified } from '../reads.ts';
import {
  AttendanceRecord,
  ShiftAttendancePage,
  ShiftAttendanceQuery,
  UnverifiedPage,
  UnverifiedQuery,
} from '../schema.ts';

const correct = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'attendance.correct' });
const read = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'attendance.read' });
const manage = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'shifts.manage' });

const AttendedRosterRow = Type.Object(
  { ...RosterRow.properties, attendance: Nullable(AttendanceRecord) },
  { title: 'AttendedRosterRow' },
);
const AttendedRoster = Type.Object(
  {
    asked: Type.Integer({ description: 'How many people were asked to take the shift, up to 100.' }),
    ...TeamNotes.properties,
    ...Page('AttendedRoster', AttendedRosterRow).properties,
  },
  { title: 'AttendedRoster' },
);
/** A roster is searched and sorted as a whole, so its pages are larger than those of other lists. */
const AttendedRosterQuery = Type.Object({
  ...RosterQuery.properties,
  ...PageQuery,
  limit: Limit(1_000, 200),
  format: Type.Optional(
    StringEnum(['json', 'csv', 'xlsx'] as const, {
      description:
        'A CSV or Excel file has everyone who has or waits for a spot, and ignores the other fields.',
    }),
  ),
});

/** What whole screens need in one request. */
export function overviewRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    correct.read('/organizations/{id}/attendance/unverified', 'listUnverifiedHours', 'List hours to verify', {
      description: 'Newest first.',
      query: UnverifiedQuery,
      response: UnverifiedPage,
      handle: (call, { params, query }) => readUnverified(db, call, params.id, query),
    }),
    read.read(
      '/organizations/{id}/attendance/shifts',
      'listShiftAttendance',
      'List a day’s shifts with attendance',
      {
        description:
          'Published shifts that overlap the time between `ends_after` and `to`, by start time, each with who is expected, checked in, checked out or missing. At most 31 days at once.',
        query: ShiftAttendanceQuery,
        response: ShiftAttendancePage,
        handle: (call, { params, query }) => readShiftAttendance(db, call, params.id, query),
      },
    ),
    manage.read('/shifts/{id}/roster', 'readAttendedRoster', 'List the people on a shift with attendance', {
      description:
        'Registrations, waitlist and check-ins in one list. As JSON pages, or as one CSV or Excel file with `format`.',
      query: AttendedRosterQuery,
      response: AttendedRoster,
      alternativeTypes: Object.values(fileTypes),
      handle: async (call, { params, query: { format = 'json', ...query } }) =>
        format === 'json'
          ? await readAttendedRoster(db, call, params.id, query)
          : await exportRoster(db, call, params.id, format),
    }),
  ];
}
