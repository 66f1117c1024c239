import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Reader } from '#platform/db/index.ts';
import { type Cell, type FileFormat, fileOf } from '#platform/http/files.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { countAsked } from '#slices/asks/index.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { openShift } from '#slices/shifts/index.ts';
import { listRoster, type RosterInput } from '#slices/signups/index.ts';
import { attendanceErrors } from './errors.ts';
import { attendanceTexts } from './messages/index.ts';
import { presentRecord } from './present.ts';
import type { ShiftAttendanceBody, ShiftAttendanceQueryInput, UnverifiedQueryInput } from './schema.ts';
import { selectPersonalAttendance } from './sql/attended.ts';
import {
  type ShiftAttendanceRow,
  type ShiftBriefRow,
  selectShiftAttendance,
  selectUnverified,
} from './sql/overview.ts';
import { findRecords, selectOwnRecords, selectRecords } from './sql/records.ts';

const ofUnverified = cursorsOf('unverified', ['instant', 'number']);
const ofSpan = cursorsOf('shift-attendance', ['instant', 'number']);

export async function readUnverified(
  db: Reader,
  call: Call,
  organizationId: number,
  query: UnverifiedQueryInput,
) {
  const grant = await authorize(db, call, 'attendance.correct', organizationId);
  const { limit } = query;
  const keys = ofUnverified.decode(query.cursor);
  const after = keys && { at: Temporal.Instant.from(keys[0] as string), id: keys[1] as number };
  const rows = await selectUnverified(db, grant, { shiftId: query.shift_id, after, limit });
  return toPage(
    ofUnverified,
    rows,
    limit,
    (row) => [row.checked_in_at.toString(), row.registration_id],
    (row) => ({
      ...presentRecord(row),
      user_name: row.user_name,
      shift: presentBrief({ ...row, id: row.shift_id }),
    }),
  );
}

const longestSpanDays = 31;

/** The shifts of a day, or of some, with who is there. */
export async function readShiftAttendance(
  db: Reader,
  call: Call,
  organizationId: number,
  query: ShiftAttendanceQueryInput,
) {
  const from = Temporal.Instant.from(query.ends_after);
  const to = Temporal.Instant.from(query.to);
  const hours = from.until(to, { largestUnit: 'hours' }).hours;
  if (hours < 0 || hours > longestSpanDays * 24)
    throw refuse(attendanceErrors.span('to', { days: longestSpanDays }));
  const grant = await authorize(db, call, 'attendance.read', organizationId);
  const { limit } = query;
  const keys = ofSpan.decode(query.cursor);
  const after = keys && { start: Temporal.Instant.from(keys[0] as string), id: keys[1] as number };
  const rows = await selectShiftAttendance(db, grant, { from, to, after, limit });
  return toPage(ofSpan, rows, limit, (row) => [row.start_time.toString(), row.id], presentShift);
}

function presentBrief(row: ShiftBriefRow) {
  const { id, organization_id, title, location, time_zone } = row;
  const times = { start_time: formatInstant(row.start_time), end_time: formatInstant(row.end_time) };
  return { id, organization_id, title, location, ...times, time_zone };
}

const none = { count: 0, names: [] };

function presentShift(row: ShiftAttendanceRow): ShiftAttendanceBody {
  const { expected = none, checked_in = none, late = none, checked_out = none, no_show = none } = row.states;
  return {
    ...presentBrief(row),
    capacity: row.capacity,
    signup_count: row.active,
    pending_count: row.pending,
    waitlist_count: row.waitlisted,
    ...{ expected, checked_in, late, checked_out, no_show },
  };
}

/** Everyone on a shift, with what is known of their attendance: null where nothing was expected of them. */
export async function readAttendedRoster(db: Reader, call: Call, shiftId: number, query: RosterInput) {
  const { shift, grant } = await openShift(db, call, shiftId, 'shifts.manage');
  return {
    asked: await countAsked(db, { organizationId: grant.organizationId, shiftId, most: 100 }),
    team_notes: shift.team_notes,
    ...(await listAttended(db, grant, shiftId, query)),
  };
}

async function listAttended(db: Reader, grant: Grant<'shifts.manage'>, shiftId: number, query: RosterInput) {
  const { items, next_cursor } = await listRoster(db, grant, shiftId, query);
  const ids = items.map(({ id }) => id);
  const found = await findRecords(db, [grant.organizationId], ids);
  const records = new Map(found.map((row) => [row.registration_id, row]));
  return {
    items: items.map((row) => {
      const record = records.get(row.id);
      const isKnown = record !== undefined && (row.status === 'active' || record.method !== null);
      return { ...row, attendance: isKnown ? presentRecord(record) : null };
    }),
    next_cursor,
  };
}

/** In portions: a shift can have 100,000 spots. */
async function listEveryone(db: Reader, grant: Grant<'shifts.manage'>, shiftId: number) {
  const people = [];
  let cursor: string | null | undefined;
  do {
    const page = await listAttended(db, grant, shiftId, { limit: 1_000, ...(cursor && { cursor }) });
    for (const one of page.items) if (one.status !== 'cancelled') people.push(one);
    cursor = page.next_cursor;
  } while (cursor);
  return people;
}

/** Everyone who has or waits for a spot, as a file for a spreadsheet. Times are those of the shift's place. */
export async function exportRoster(
  db: Reader,
  call: Call,
  shiftId: number,
  format: FileFormat,
): Promise<RawAnswer> {
  const { shift, grant } = await openShift(db, call, shiftId, 'shifts.manage');
  const people = await listEveryone(db, grant, shiftId);
  const roles = new Map(shift.roles.map((role) => [role.id, role.name]));
  const say = (key: Parameters<typeof attendanceTexts.say>[1]) => attendanceTexts.say(call.language, key);
  const clock = (instant: string | null | undefined) =>
    instant == null
      ? null
      : Temporal.Instant.from(instant)
          .toZonedDateTimeISO(knownZone(shift.time_zone))
          .toPlainTime()
          .toString({ smallestUnit: 'minute' });
  const { compare } = new Intl.Collator(call.language);
  return await fileOf(format, {
    name: `roster-${shiftId}`,
    title: shift.title,
    header: rosterColumns.map((column) => say(`roster.${column}`)),
    rows: people
      .sort((a, b) => compare(a.user_name, b.user_name))
      .values()
      .map((row): Cell[] => [
        row.user_name,
        row.role_id === null ? null : (roles.get(row.role_id) ?? row.role_key),
        say(`roster.statuses.${row.status}`),
        row.user_email,
        row.user_phone,
        row.attendance === null ? null : say(`roster.attended.${row.attendance.status}`),
        clock(row.attendance?.checked_in_at),
        clock(row.attendance?.checked_out_at),
        row.attendance?.minutes ?? null,
      ]),
  });
}

const rosterColumns = [
  'name',
  'role',
  'status',
  'email',
  'phone',
  'attendance',
  'checked_in',
  'checked_out',
  'minutes',
] as const;

/** The part of these tables in everything that is held on a person. */
export async function readPersonalData(db: Reader, userId: number) {
  const attendance = await selectPersonalAttendance(db, userId);
  return {
    attendance: attendance.values().map((row) => ({
      ...row,
      checked_in_at: formatOptionalInstant(row.checked_in_at),
      checked_out_at: formatOptionalInstant(row.checked_out_at),
      verified_at: formatOptionalInstant(row.verified_at),
    })),
  };
}

const ofShift = cursorsOf('attendance', ['number']);
const ofPerson = cursorsOf('my-attendance', ['instant', 'number']);

export interface AttendanceQueryInput {
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: string;
}

export async function readAttendance(db: Reader, call: Call, shiftId: number, query: AttendanceQueryInput) {
  const { grant } = await openShift(db, call, shiftId, 'attendance.read');
  const { limit } = query;
  const after = ofShift.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectRecords(db, grant, shiftId, { status: query.status, after, limit });
  return toPage(ofShift, rows, limit, (row) => [row.registration_id], presentRecord);
}

export interface OwnAttendanceInput {
  readonly limit: number;
  readonly cursor?: string;
  readonly shift_id?: number;
}

export async function readOwnAttendance(db: Reader, userId: number, query: OwnAttendanceInput) {
  const { limit } = query;
  const keys = ofPerson.decode(query.cursor);
  const after = keys && { start: Temporal.Instant.from(keys[0] as string), id: keys[1] as number };
  const rows = await selectOwnRecords(db, userId, { shiftId: query.shift_id, after, limit });
  return toPage(
    ofPerson,
    rows,
    limit,
    (row) => [row.start_time.toString(), row.registration_id],
    presentRecord,
  );
}
