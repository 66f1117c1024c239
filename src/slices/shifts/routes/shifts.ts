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
  'More than 60 shifts, or very many people, are changed in several steps. The answer then has an `operation` that tells how far it is; only one such change runs for a series at a time.';

export function shiftRoutes(platform: Platform): Route[] {
  return [
    anyone.get('/shifts', 'listShifts', 'Shifts across programs and organizations', {
      description:
        'By start time. Drafts are shown to coordinators who ask for `status=draft` of their organization.',
      query: ShiftQuery,
      response: ShiftPage,
      refuses: ['not_found', 'organization_required'],
      handle: (call, { query }) => readShifts(platform, call, query),
    }),
    anyone.get('/shifts/calendar', 'listShiftsForCalendar', 'Shifts for a calendar', {
      description:
        'The same list with larger pages, because a calendar shows all shifts of its days at once.',
      query: CalendarQuery,
      response: ShiftPage,
      refuses: ['not_found', 'organization_required'],
      handle: (call, { query }) => readShifts(platform, call, query),
    }),
    manage.post('/shifts', 'createShift', 'Create a shift, or a series of shifts', {
      body: CreateShiftRequest,
      response: CreateResponse,
      refuses: ['forbidden'],
      handle: (call, { body }) => createShift(platform, call, body),
    }),
    anyone.get('/shifts/{id}', 'readShift', 'A shift', {
      response: Shift,
      refuses: ['not_found'],
      handle: (call, { params }) => readShift(platform.database, call, params.id),
    }),
    manage.patch('/shifts/{id}', 'changeShift', 'Change a shift, or several of its series', {
      description: longSeries,
      body: ChangeShiftRequest,
      response: ChangedShift,
      refuses: ['forbidden', 'not_found', 'conflict', 'schedule_conflict', 'precondition_failed'],
      handle: (call, { params, body }) => changeShift(platform, call, params.id, body),
    }),
    manage.act('/shifts/{id}/publish', 'publishShift', 'Publish a draft, or several of its series', {
      description: longSeries,
      body: PublishShiftRequest,
      bodyOptional: true,
      response: PublishedShift,
      refuses: ['conflict'],
      handle: (call, { params, body }) => publishShift(platform, call, params.id, body),
    }),
    manage.act(
      '/shifts/{id}/cancel',
      'cancelShift',
      'Cancel a shift, or several of its series; everyone on them is notified',
      {
        description: longSeries,
        body: CancelShiftRequest,
        bodyOptional: true,
        response: CancelledShift,
        refuses: ['conflict'],
        handle: (call, { params, body }) => cancelShift(platform, call, params.id, body),
      },
    ),
    manage.act(
      '/shifts/{id}/duplicate',
      'duplicateShift',
      'The same shift at another time, without its people',
      {
        body: DuplicateShiftRequest,
        response: CreateResponse,
        handle: (call, { params, body }) => duplicateShift(platform, call, params.id, body),
      },
    ),
    manage.read('/series-changes', 'listSeriesChanges', 'Changes to a long series, the newest first', {
      description: 'Those that are running, and those of the last 90 days.',
      query: SeriesChangeQuery,
      response: SeriesChangePage,
      handle: (call, { query }) => readSeriesChanges(platform.database.db, call, query),
    }),
    manage.read('/series-changes/{id}', 'readSeriesChange', 'How far a change to a long series is', {
      response: SeriesChange,
      handle: (call, { params }) => readSeriesChange(platform.database.db, call, params.id),
    }),
  ];
}
