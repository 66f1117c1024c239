import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { Id, PathId, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { checkIn } from '../commands/check-in.ts';
import { checkOut } from '../commands/check-out.ts';
import { correctAttendance, verifyHours } from '../commands/correct.ts';
import { readAttendance, readOwnAttendance } from '../reads/records.ts';
import {
  AttendanceAnswer,
  AttendancePage,
  AttendanceQuery,
  CheckInRequest,
  CheckOutRequest,
  Correction,
  OwnAttendanceQuery,
} from '../schema.ts';

const tag = 'Attendance';
const refusesAtTheDoor = [
  'forbidden',
  'not_found',
  'conflict',
  'policy_conflict',
  'capacity_conflict',
  'schedule_conflict',
] as const;

export function attendanceRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'POST',
      path: '/shifts/{id}/checkin',
      operationId: 'checkIn',
      summary: 'Check in',
      description:
        'Volunteers check themselves in during the check-in window. The check-in desk and coordinators can check in other people, also outside the window. A second check-in returns the same record. A coordinator can check in a person who has not signed up.',
      tag,
      access: 'authenticated',
      params: PathId,
      body: CheckInRequest,
      bodyLimitBytes: 65_536,
      response: AttendanceAnswer,
      refuses: refusesAtTheDoor,
      handle: (call, { params, body }) => checkIn(platform, call, params.id, body),
    }),
    route({
      method: 'GET',
      path: '/me/attendance',
      operationId: 'listMyAttendance',
      summary: 'Where I was expected, came and went, the latest shift first',
      tag: 'Me',
      access: 'authenticated',
      query: OwnAttendanceQuery,
      response: AttendancePage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readOwnAttendance(db, personOf(call).userId, query),
    }),
    route({
      method: 'POST',
      path: '/shifts/{id}/checkout',
      operationId: 'checkOut',
      summary: 'Check out',
      tag,
      access: 'authenticated',
      params: PathId,
      body: CheckOutRequest,
      bodyLimitBytes: 65_536,
      bodyOptional: true,
      response: AttendanceAnswer,
      refuses: refusesAtTheDoor,
      handle: (call, { params, body }) => checkOut(platform, call, params.id, body),
    }),
    route({
      method: 'GET',
      path: '/shifts/{id}/attendance',
      operationId: 'readAttendance',
      summary: 'Who is expected, in, out and missing',
      tag,
      access: 'authenticated',
      permission: 'attendance.read',
      params: PathId,
      query: AttendanceQuery,
      response: AttendancePage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) => readAttendance(db, call, params.id, query),
    }),
    route({
      method: 'PATCH',
      path: '/attendance/{id}',
      operationId: 'correctAttendance',
      summary: 'Correct a record: times, minutes, note, an appeal against a no-show',
      tag,
      access: 'authenticated',
      permission: 'attendance.correct',
      params: PathId,
      body: Correction,
      response: AttendanceAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) => correctAttendance(platform, call, params.id, body),
    }),
    route({
      method: 'POST',
      path: '/organizations/{id}/attendance/verify',
      operationId: 'verifyHours',
      summary: 'Verify hours of checked-out records',
      tag,
      access: 'authenticated',
      permission: 'attendance.correct',
      params: PathId,
      body: Type.Object(
        { ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) },
        { title: 'VerifyHours' },
      ),
      response: Type.Object({ ...Success.properties, verified: Type.Integer() }, { title: 'HoursVerified' }),
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) => verifyHours(platform, call, params.id, body.ids),
    }),
  ];
}
