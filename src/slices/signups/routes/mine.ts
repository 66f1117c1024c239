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
    me.get('/me/registrations', 'listMyRegistrations', 'My registrations, each with its shift', {
      query: MyRegistrationQuery,
      response: MyRegistrationPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyRegistrations(db, personOf(call), query, call.now),
    }),
    me.get('/me/availability', 'readAvailability', 'When I can help', {
      response: Availability,
      refuses: ['forbidden'],
      handle: async (call) => await presentAvailability(db, personOf(call).userId),
    }),
    me.put('/me/availability', 'setAvailability', 'Say when I can help', {
      description:
        'Replaces the whole declaration. Without windows and exceptions: always available. `time_zone` is by default that of the profile. Registrations that exist stay as they are.',
      body: AvailabilityRequest,
      response: Availability,
      refuses: ['forbidden', 'precondition_failed'],
      handle: async (call, { body }) => await setAvailability(platform, call, personOf(call), body),
    }),
    ...feedRoutes(platform),
    ...calendarRoutes(platform),
  ];
}

function feedRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    me.post('/me/calendar-feeds', 'createCalendarFeed', 'A secret link for a calendar program', {
      description: 'To my own shifts, or to all shifts of an organization that I belong to.',
      body: CalendarFeedRequest,
      bodyOptional: true,
      response: CalendarFeedCreated,
      refuses: ['forbidden'],
      handle: async (call, { body }) =>
        await createFeed(platform, call, personOf(call), body.organization_id ?? null),
    }),
    me.get('/me/calendar-feeds', 'listCalendarFeeds', 'My calendar links, without their secrets', {
      query: Type.Object(PageQuery),
      response: CalendarFeedPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readFeeds(db, personOf(call), query),
    }),
    me.remove('/me/calendar-feeds/{id}', 'revokeCalendarFeed', 'Revoke a calendar link at once', {
      handle: async (call, { params }) => await withdrawFeed(platform, call, personOf(call), params.id),
    }),
  ];
}

function calendarRoutes(platform: Platform): Route[] {
  const responseType = 'text/calendar';
  return [
    anyone.read('/me/calendar.ics', 'readMyCalendar', 'My shifts as a calendar', {
      responseType,
      description:
        'By the secret link, or with a token of one’s own. The past 90 days and everything to come; what was cancelled is marked so.',
      query: OwnCalendarQuery,
      handle: async (call, { query }) => await readOwnCalendar(platform, call, query.token),
    }),
    open.get(
      '/organizations/{id}/calendar.ics',
      'readOrganizationCalendar',
      'The shifts of an organization as a calendar',
      {
        responseType,
        description: 'By the secret link of a member, for as long as they are one.',
        query: CalendarQuery,
        refuses: ['not_found'],
        handle: (call, { params, query }) => readOrganizationCalendar(platform, call, params.id, query.token),
      },
    ),
  ];
}
