import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { PageQuery, PathId } from '#platform/http/schema.ts';
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

const mine = { tag: 'Me', access: 'authenticated' } as const;

export function personalRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      ...mine,
      method: 'GET',
      path: '/me/registrations',
      operationId: 'listMyRegistrations',
      summary: 'My registrations, each with its shift',
      query: MyRegistrationQuery,
      response: MyRegistrationPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readMyRegistrations(db, personOf(call), query, call.now),
    }),
    route({
      ...mine,
      method: 'GET',
      path: '/me/availability',
      operationId: 'presentAvailability',
      summary: 'When I can help',
      response: Availability,
      refuses: ['forbidden'],
      handle: async (call) => await presentAvailability(db, personOf(call).userId),
    }),
    route({
      ...mine,
      method: 'PUT',
      path: '/me/availability',
      operationId: 'setAvailability',
      summary: 'Say when I can help',
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
    route({
      ...mine,
      method: 'POST',
      path: '/me/calendar-feeds',
      operationId: 'createCalendarFeed',
      summary: 'A secret link for a calendar program',
      description: 'To my own shifts, or to all shifts of an organization that I belong to.',
      body: CalendarFeedRequest,
      bodyOptional: true,
      response: CalendarFeedCreated,
      refuses: ['forbidden'],
      handle: async (call, { body }) =>
        await createFeed(platform, call, personOf(call), body.organization_id ?? null),
    }),
    route({
      ...mine,
      method: 'GET',
      path: '/me/calendar-feeds',
      operationId: 'listCalendarFeeds',
      summary: 'My calendar links, without their secrets',
      query: Type.Object(PageQuery),
      response: CalendarFeedPage,
      refuses: ['forbidden'],
      handle: async (call, { query }) => await readFeeds(db, personOf(call), query),
    }),
    route({
      ...mine,
      method: 'DELETE',
      path: '/me/calendar-feeds/{id}',
      operationId: 'revokeCalendarFeed',
      summary: 'Revoke a calendar link at once',
      params: PathId,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { params }) => await withdrawFeed(platform, call, personOf(call), params.id),
    }),
  ];
}

function calendarRoutes(platform: Platform): Route[] {
  const calendar = { method: 'GET', tag: 'Calendars', responseType: 'text/calendar' } as const;
  return [
    route({
      ...calendar,
      path: '/me/calendar.ics',
      operationId: 'readMyCalendar',
      summary: 'My shifts as a calendar',
      description:
        'By the secret link, or with a token of one’s own. The past 90 days and everything to come; what was cancelled is marked so.',
      access: 'anyone',
      query: OwnCalendarQuery,
      refuses: ['forbidden', 'not_found'],
      handle: async (call, { query }) => await readOwnCalendar(platform, call, query.token),
    }),
    route({
      ...calendar,
      path: '/organizations/{id}/calendar.ics',
      operationId: 'readOrganizationCalendar',
      summary: 'The shifts of an organization as a calendar',
      description: 'By the secret link of a member, for as long as they are one.',
      access: 'open',
      params: PathId,
      query: CalendarQuery,
      refuses: ['not_found'],
      handle: (call, { params, query }) => readOrganizationCalendar(platform, call, params.id, query.token),
    }),
  ];
}
