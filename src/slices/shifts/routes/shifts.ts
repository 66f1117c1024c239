import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { cancelShift } from '../commands/cancel-shift.ts';
import { changeShift } from '../commands/change-shift.ts';
import { createShift } from '../commands/create-shift.ts';
import { duplicateShift } from '../commands/duplicate-shift.ts';
import { publishShift } from '../commands/publish-shift.ts';
import { readSeriesChange, readSeriesChanges, readShift, readShifts } from '../reads.ts';
import {
  CancelledShift,
  PublishedShift,
  SeriesChange,
  SeriesChangePage,
  SeriesChangeQuery,
} from '../schema/series-change.ts';
import {
  CalendarQuery,
  CancelShiftRequest,
  ChangedShift,
  ChangeShiftRequest,
  CreateResponse,
  CreateShiftRequest,
  DuplicateShiftRequest,
  PublishShiftRequest,
  Shift,
  ShiftPage,
  ShiftQuery,
} from '../schema/shift.ts';

const manage = { tag: 'Shifts', access: 'authenticated', permission: 'shifts.manage' } as const;

const longSeries =
  'More than 60 shifts, or very many people, are changed in several steps. The answer then has an `operation` that tells how far it is; only one such change runs for a series at a time.';

export function shiftRoutes(platform: Platform): Route[] {
  return [
    route({
      method: 'GET',
      path: '/shifts',
      operationId: 'listShifts',
      summary: 'Shifts across programs and organizations',
      description:
        'By start time. Drafts are shown to coordinators who ask for `status=draft` of their organization.',
      tag: 'Shifts',
      access: 'anyone',
      query: ShiftQuery,
      response: ShiftPage,
      refuses: ['not_found', 'organization_required'],
      handle: (call, { query }) => readShifts(platform, call, query),
    }),
    route({
      method: 'GET',
      path: '/shifts/calendar',
      operationId: 'listShiftsForCalendar',
      summary: 'Shifts for a calendar',
      description:
        'The same list with larger pages, because a calendar shows all shifts of its days at once.',
      tag: 'Shifts',
      access: 'anyone',
      query: CalendarQuery,
      response: ShiftPage,
      refuses: ['not_found', 'organization_required'],
      handle: (call, { query }) => readShifts(platform, call, query),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/shifts',
      operationId: 'createShift',
      summary: 'Create a shift, or a series of shifts',
      body: CreateShiftRequest,
      response: CreateResponse,
      refuses: ['forbidden'],
      handle: (call, { body }) => createShift(platform, call, body),
    }),
    route({
      method: 'GET',
      path: '/shifts/{id}',
      operationId: 'readShift',
      summary: 'A shift',
      tag: 'Shifts',
      access: 'anyone',
      params: PathId,
      response: Shift,
      refuses: ['not_found'],
      handle: (call, { params }) => readShift(platform.database, call, params.id),
    }),
    route({
      ...manage,
      method: 'PATCH',
      path: '/shifts/{id}',
      operationId: 'changeShift',
      summary: 'Change a shift, or several of its series',
      description: longSeries,
      params: PathId,
      body: ChangeShiftRequest,
      response: ChangedShift,
      refuses: ['forbidden', 'not_found', 'conflict', 'schedule_conflict', 'precondition_failed'],
      handle: (call, { params, body }) => changeShift(platform, call, params.id, body),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/shifts/{id}/publish',
      operationId: 'publishShift',
      summary: 'Publish a draft, or several of its series',
      description: longSeries,
      params: PathId,
      body: PublishShiftRequest,
      bodyOptional: true,
      response: PublishedShift,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) => publishShift(platform, call, params.id, body),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/shifts/{id}/cancel',
      operationId: 'cancelShift',
      summary: 'Cancel a shift, or several of its series; everyone on them is notified',
      description: longSeries,
      params: PathId,
      body: CancelShiftRequest,
      bodyOptional: true,
      response: CancelledShift,
      refuses: ['forbidden', 'not_found', 'conflict'],
      handle: (call, { params, body }) => cancelShift(platform, call, params.id, body),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/shifts/{id}/duplicate',
      operationId: 'duplicateShift',
      summary: 'The same shift at another time, without its people',
      params: PathId,
      body: DuplicateShiftRequest,
      response: CreateResponse,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, body }) => duplicateShift(platform, call, params.id, body),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/series-changes',
      operationId: 'listSeriesChanges',
      summary: 'Changes to a long series, the newest first',
      description: 'Those that are running, and those of the last 90 days.',
      query: SeriesChangeQuery,
      response: SeriesChangePage,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { query }) => readSeriesChanges(platform.database.db, call, query),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/series-changes/{id}',
      operationId: 'readSeriesChange',
      summary: 'How far a change to a long series is',
      params: PathId,
      response: SeriesChange,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readSeriesChange(platform.database.db, call, params.id),
    }),
  ];
}
