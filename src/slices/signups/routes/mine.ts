import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { PageQuery } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { createFeed, withdrawFeed } from '../commands/manage-feeds.ts';
import { setAvailability } from '../commands/set-availability.ts';
import { presentAvailability } from '../present.ts';
import { readOrganizationCalendar, readOwnCalendar } from '../reads/calendar.ts';
import { readFeeds, readMyRegistrations } from '../reads/mine.ts';
import {
  Availability,
  AvailabilityRequest,
  CalendarFeedCreated,
  CalendarFeedPage,
  CalendarFeedRequest,
  CalendarQuery,
  MyRegistrationPage,
  MyRegistrationQuery,
  OwnCalendarQuery,
} from '../schema/mine.ts';

const me = routesFor({ tag: 'Me', access: 'authenticated' });
const anyone = routesFor({ tag: 'Calendars', access: 'anyone' });
const open = routesFor({ tag: 'Calendars', access: 'open' });

export function personalRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    me.get('/me/registrations', 'listMyRegistrations', 'List my registrations', {
      description: 'Each with its shift.',
      query: MyRegistrationQuery,
      response: MyRegistrationPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyRegistrations(db, personOf(call), query, call.now),
    }),
    me.get('/me/availability', 'readAvailability', 'Get my availability', {
      description: 'Weekly hours and exceptions.',
      response: Availability,
      refuses: ['forbidden'],
      handle: async (call) => await presentAvailability(db, personOf(call).userId),
    }),
    me.put('/me/availability', 'setAvailability', 'Set my availability', {
      description:
        'Replaces all hours and exceptions. Without any, you’re always available. `time_zone` defaults to the one in your profile. Existing registrations stay.',
      body: AvailabilityRequest,
      response: Availability,
      refuses: ['forbidden'],
      checksIfMatch: true,
      handle: async (call, { body }) => await setAvailability(platform, call, personOf(call), body),
    }),
    ...feedRoutes(platform),
    ...calendarRoutes(platform),
  ];
}

function feedRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    me.post('/me/calendar-feeds', 'createCalendarFeed', 'Create a calendar link', {
      description:
        'For your own shifts, or for all shifts of an organization that you’re a member of. The link is secret and shown only once. Up to 20 links.',
      body: CalendarFeedRequest,
      bodyOptional: true,
      response: CalendarFeedCreated,
      refuses: ['forbidden', 'conflict'],
      handle: async (call, { body }) =>
        await createFeed(platform, call, personOf(call), body.organization_id ?? null),
    }),
    me.get('/me/calendar-feeds', 'listCalendarFeeds', 'List my calendar links', {
      description: 'The links themselves are not included.',
      query: Type.Object(PageQuery),
      response: CalendarFeedPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readFeeds(db, personOf(call), query),
    }),
    me.remove('/me/calendar-feeds/{id}', 'revokeCalendarFeed', 'Revoke a calendar link', {
      description: 'It stops working immediately.',
      handle: async (call, { params }) => await withdrawFeed(platform, call, personOf(call), params.id),
    }),
  ];
}

function calendarRoutes(platform: Platform): Route[] {
  const responseType = 'text/calendar';
  return [
    anyone.read('/me/calendar.ics', 'readMyCalendar', 'Get my shifts as a calendar file', {
      responseType,
      description:
        'With the secret link or a token. Contains the past 90 days and everything ahead. Cancelled shifts are marked as cancelled.',
      query: OwnCalendarQuery,
      handle: async (call, { query }) => await readOwnCalendar(platform, call, query.token),
    }),
    open.get(
      '/organizations/{id}/calendar.ics',
      'readOrganizationCalendar',
      'Get an organization’s shifts as a calendar file',
      {
        responseType,
        description: 'With a member’s secret link, as long as they’re a member.',
        query: CalendarQuery,
        refuses: ['not_found'],
        handle: (call, { params, query }) => readOrganizationCalendar(platform, call, params.id, query.token),
      },
    ),
  ];
}
