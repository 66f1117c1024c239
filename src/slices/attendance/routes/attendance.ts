import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Id, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { checkOut, createCheckIns } from '../commands/check-in.ts';
import { correctAttendance, verifyHours } from '../commands/correct.ts';
import { readAttendance, readOwnAttendance } from '../reads.ts';
import {
  AttendanceAnswer,
  AttendancePage,
  AttendanceQuery,
  CheckInRequest,
  CheckOutRequest,
  Correction,
  OwnAttendanceQuery,
} from '../schema.ts';

const loggedIn = routesFor({ tag: 'Attendance', access: 'authenticated' });
const me = routesFor({ tag: 'Me', access: 'authenticated' });
const read = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'attendance.read' });
const correct = routesFor({ tag: 'Attendance', access: 'authenticated', permission: 'attendance.correct' });

const checkInRefusals = [
  'forbidden',
  'not_found',
  'conflict',
  'policy_conflict',
  'capacity_conflict',
  'schedule_conflict',
] as const;

export function attendanceRoutes(platform: Platform): Route[] {
  const checkIn = createCheckIns(platform);
  const { db } = platform.database;
  return [
    loggedIn.post('/shifts/{id}/checkin', 'checkIn', 'Check in', {
      description:
        'Volunteers can check themselves in during the check-in window. Check-in staff and coordinators can check in other people, also outside the window. A second check-in returns the same record. A coordinator can check in a person who hasn’t signed up.',
      body: CheckInRequest,
      response: AttendanceAnswer,
      refuses: checkInRefusals,
      handle: (call, { params, body }) => checkIn(call, params.id, body),
    }),
    me.get('/me/attendance', 'listMyAttendance', 'List my attendance', {
      description: 'Your shifts with check-in and check-out times, latest first.',
      query: OwnAttendanceQuery,
      response: AttendancePage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readOwnAttendance(db, personOf(call).userId, query),
    }),
    loggedIn.post('/shifts/{id}/checkout', 'checkOut', 'Check out', {
      description: 'For yourself; check-in staff and coordinators can also check out other people.',
      body: CheckOutRequest,
      bodyOptional: true,
      response: AttendanceAnswer,
      refuses: checkInRefusals,
      handle: (call, { params, body }) => checkOut(platform, call, params.id, body),
    }),
    read.read('/shifts/{id}/attendance', 'readAttendance', 'List attendance for a shift', {
      description: 'Who is expected, checked in, checked out or missing.',
      query: AttendanceQuery,
      response: AttendancePage,
      handle: (call, { params, query }) => readAttendance(db, call, params.id, query),
    }),
    correct.patch('/attendance/{id}', 'correctAttendance', 'Correct an attendance record', {
      description: 'Times, minutes, a note, or a no-show that was wrong. The audit log keeps the change.',
      body: Correction,
      response: AttendanceAnswer,
      refuses: ['forbidden', 'not_found', 'policy_conflict'],
      handle: (call, { params, body }) => correctAttendance(platform, call, params.id, body),
    }),
    correct.act('/organizations/{id}/attendance/verify', 'verifyHours', 'Verify hours', {
      description: 'For people who have checked out. Totals show verified hours separately.',
      body: Type.Object(
        { ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) },
        { title: 'VerifyHours' },
      ),
      response: Type.Object({ ...Success.properties, verified: Type.Integer() }, { title: 'HoursVerified' }),
      handle: (call, { params, body }) => verifyHours(platform, call, params.id, body.ids),
    }),
  ];
}
