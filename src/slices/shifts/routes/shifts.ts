import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { cancelShift } from '../commands/cancel-shift.ts';
import { changeShift } from '../commands/change-shift.ts';
import { createShift } from '../commands/create-shift.ts';
import { duplicateShift } from '../commands/duplicate-shift.ts';
import { publishShift } from '../commands/publish-shift.ts';
import { readSeriesChange, readSeriesChanges, readShift, readShifts } from '../reads.ts';
import {
  CalendarQuery,
  CancelledShift,
  CancelShiftRequest,
  ChangedShift,
  ChangeShiftRequest,
  CreateResponse,
  CreateShiftRequest,
  DuplicateShiftRequest,
  PublishedShift,
  PublishShiftRequest,
  SeriesChange,
  SeriesChangePage,
  SeriesChangeQuery,
  Shift,
  ShiftPage,
  ShiftQuery,
} from '../schema/shift.ts';

const anyone = routesFor({ tag: 'Shifts', access: 'anyone' });
const manage = routesFor({ tag: 'Shifts', access: 'authenticated', permission: 'shifts.manage' });

const longSeries =
  'A change to more than 60 shifts or very many people runs in several steps: the response then has an `operation` with its progress. A series can have one such change at a time.';

export function shiftRoutes(platform: Platform): Route[] {
  return [
    anyone.get('/shifts', 'listShifts', 'List shifts', {
      description:
        'Published shifts of all organizations, by start time. Coordinators get drafts of their organization with `status=draft`.',
      query: ShiftQuery,
      response: ShiftPage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { query }) => readShifts(platform, call, query),
    }),
    anyone.get('/shifts/calendar', 'listShiftsForCalendar', 'List shifts for a calendar', {
      description: 'Like `GET /shifts`, with pages of up to 1,000.',
      query: CalendarQuery,
      response: ShiftPage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { query }) => readShifts(platform, call, query),
    }),
    manage.post('/shifts', 'createShift', 'Create a shift or a series', {
      description: 'With `recurrence`, one call creates the whole series.',
      body: CreateShiftRequest,
      response: CreateResponse,
      refuses: ['forbidden'],
      handle: (call, { body }) => createShift(platform, call, body),
    }),
    anyone.get('/shifts/{id}', 'readShift', 'Get a shift', {
      description: 'With its roles and the number of spots left.',
      response: Shift,
      refuses: ['not_found'],
      handle: (call, { params }) => readShift(platform.database, call, params.id),
    }),
    manage.patch('/shifts/{id}', 'changeShift', 'Change a shift or its series', {
      description: `With \`dry_run\`, nothing changes: \`preview\` says what would happen. ${longSeries}`,
      body: ChangeShiftRequest,
      response: ChangedShift,
      refuses: ['forbidden', 'not_found', 'conflict', 'schedule_conflict'],
      checksIfMatch: true,
      handle: (call, { params, body }) => changeShift(platform, call, params.id, body),
    }),
    manage.act('/shifts/{id}/publish', 'publishShift', 'Publish a shift or its series', {
      description: longSeries,
      body: PublishShiftRequest,
      bodyOptional: true,
      response: PublishedShift,
      refuses: ['conflict'],
      handle: (call, { params, body }) => publishShift(platform, call, params.id, body),
    }),
    manage.act('/shifts/{id}/cancel', 'cancelShift', 'Cancel a shift or its series', {
      description: `Everyone on the shift is notified. ${longSeries}`,
      body: CancelShiftRequest,
      bodyOptional: true,
      response: CancelledShift,
      refuses: ['conflict'],
      handle: (call, { params, body }) => cancelShift(platform, call, params.id, body),
    }),
    manage.act('/shifts/{id}/duplicate', 'duplicateShift', 'Duplicate a shift', {
      description:
        'Creates the same shift at another time, without its people. Without `end_time`, it ends at the same time of day.',
      body: DuplicateShiftRequest,
      response: CreateResponse,
      handle: (call, { params, body }) => duplicateShift(platform, call, params.id, body),
    }),
    manage.read('/series-changes', 'listSeriesChanges', 'List changes to long series', {
      description: 'Running ones and those of the last 90 days, newest first.',
      query: SeriesChangeQuery,
      response: SeriesChangePage,
      handle: (call, { query }) => readSeriesChanges(platform.database.db, call, query),
    }),
    manage.read('/series-changes/{id}', 'readSeriesChange', 'Get the progress of a change to a series', {
      description: 'Poll it until `status` is `done` or `failed`.',
      response: SeriesChange,
      handle: (call, { params }) => readSeriesChange(platform.database.db, call, params.id),
    }),
  ];
}
