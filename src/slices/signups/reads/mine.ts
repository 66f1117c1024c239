import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { type Cursors, cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize, grantAlso } from '#slices/organizations/index.ts';
import { presentAvailability, presentFeed, presentRegistration } from '../present.ts';
import type { MyRegistrationBody, MyRegistrationQueryInput, WaitingQueryInput } from '../schema/mine.ts';
import { selectFeeds, selectPersonalFeeds } from '../sql/feeds.ts';
import {
  type MineFilter,
  type MyRegistrationRow,
  type ShiftRegistrationRow,
  selectMine,
  selectUndecided,
} from '../sql/mine.ts';
import { selectOfferedSwaps } from '../sql/swaps.ts';

const ofPerson = cursorsOf('my-registrations', ['instant', 'number']);
const ofMember = cursorsOf('member-registrations', ['instant', 'number']);
const ofWaiting = cursorsOf('waiting-registrations', ['instant', 'number']);
const ofFeeds = cursorsOf('calendar-feeds', ['number']);

export async function readMyRegistrations(
  db: Reader,
  person: Person,
  query: MyRegistrationQueryInput,
  now: Temporal.Instant,
) {
  const { limit } = query;
  const { when = 'upcoming', status } = query;
  const rows = await selectMine(db, person.userId, {
    when,
    status,
    now,
    after: afterOf(ofPerson, query.cursor),
    limit,
  });
  return toPage(ofPerson, rows, limit, (row) => [row.start_time.toString(), row.id], presentMine);
}

/** A member's registrations, as the coordinators of one organization may see them: its own only. */
export async function readMemberRegistrations(
  db: Reader,
  call: Call,
  organizationId: number,
  userId: number,
  query: MyRegistrationQueryInput,
) {
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  const mayKnow = grantAlso(call, grant, 'attendance.read') !== undefined;
  const { limit } = query;
  const { when = 'upcoming', status } = query;
  const filter = {
    when,
    status,
    now: call.now,
    after: afterOf(ofMember, query.cursor),
    limit,
    organizationId,
  };
  const rows = await selectMine(db, userId, filter);
  return toPage(
    ofMember,
    rows,
    limit,
    (row) => [row.start_time.toString(), row.id],
    (row) => presentMine(mayKnow ? row : { ...row, attendance: null }),
  );
}

export async function readWaiting(db: Reader, call: Call, organizationId: number, query: WaitingQueryInput) {
  await authorize(db, call, 'shifts.manage', organizationId);
  const { limit } = query;
  const { status } = query;
  const rows = await selectUndecided(db, {
    organizationId,
    now: call.now,
    status,
    after: afterOf(ofWaiting, query.cursor),
    limit,
  });
  return toPage(
    ofWaiting,
    rows,
    limit,
    (row) => [row.start_time.toString(), row.id],
    (row) => ({ ...presentWithShift(row), user_name: row.user_name }),
  );
}

function afterOf(cursors: Cursors, cursor: string | undefined): MineFilter['after'] {
  const keys = cursors.decode(cursor);
  return keys && { start: Temporal.Instant.from(keys[0] as string), id: keys[1] as number };
}

function presentMine(row: MyRegistrationRow): MyRegistrationBody {
  return { ...presentWithShift(row), attendance: row.attendance };
}

function presentWithShift(row: ShiftRegistrationRow): Omit<MyRegistrationBody, 'attendance'> {
  return {
    ...presentRegistration(row),
    shift: {
      id: row.shift_id,
      title: row.title,
      start_time: formatInstant(row.shift_start),
      end_time: formatInstant(row.shift_end),
      time_zone: row.time_zone,
      location: row.location,
      status: row.shift_status,
      organization_id: row.organization_id,
      program_id: row.program_id,
      mission_id: row.mission_id,
      organization_name: row.organization_name,
    },
  };
}

export async function readFeeds(db: Reader, person: Person, query: { limit: number; cursor?: string }) {
  const { limit } = query;
  const after = ofFeeds.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectFeeds(db, person.userId, after, limit);
  return toPage(ofFeeds, rows, limit, (row) => [row.id], presentFeed);
}

/** The part of these tables in everything that is held on a person. Secrets of links are not held at all. */
export async function readPersonalData(db: Reader, userId: number) {
  // `all` looks at no clock.
  const registrations = await selectMine(db, userId, {
    when: 'all',
    now: Temporal.Instant.fromEpochMilliseconds(0),
  });
  const feeds = await selectPersonalFeeds(db, userId);
  const swaps = await selectOfferedSwaps(db, userId);
  return {
    registrations: registrations.values().map(presentMine),
    availability: await presentAvailability(db, userId),
    calendar_feeds: feeds.map((row) => ({
      ...presentFeed(row),
      revoked_at: formatOptionalInstant(row.revoked_at),
    })),
    swaps: swaps.map((row) => ({
      ...row,
      created_at: formatInstant(row.created_at),
      decided_at: formatOptionalInstant(row.decided_at),
    })),
  };
}
