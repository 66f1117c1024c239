import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { type FileFormat, fileOf } from '#platform/http/files.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { hoursTexts } from '../messages/index.ts';
import { presentReport } from '../present.ts';
import { always, periodOf } from '../rules.ts';
import type { HoursLineBody, HoursQueryInput, MyHoursBody, MyHoursQueryInput } from '../schema/hours.ts';
import {
  type Figures,
  type Group,
  type GroupLine,
  selectGroupedHours,
  selectPersonalHours,
  selectTotals,
} from '../sql/hours-lists.ts';
import { selectLettersOf } from '../sql/letters.ts';
import { listReports } from '../sql/reports.ts';

const cursors = cursorsOf('hours', ['string', 'number']);

export async function readMyHours(
  db: Reader,
  person: Person,
  query: MyHoursQueryInput,
): Promise<MyHoursBody> {
  const items = await selectPersonalHours(db, {
    userId: person.userId,
    organizationId: query.organization_id,
    period: periodOf(query.from, query.to),
  });
  const organizations = [...Map.groupBy(items, (line) => line.organization_id).values()].map((lines) => ({
    organization_id: lines[0]?.organization_id ?? 0,
    organization_name: lines[0]?.organization_name ?? '',
    ...add(lines),
  }));
  return { totals: add(items), organizations, items };
}

function add(lines: readonly Figures[]): Figures {
  return {
    minutes: lines.reduce((sum, line) => sum + line.minutes, 0),
    verified_minutes: lines.reduce((sum, line) => sum + line.verified_minutes, 0),
    shifts: lines.reduce((sum, line) => sum + line.shifts, 0),
  };
}

function scopeOf(query: HoursQueryInput) {
  return { programId: query.program_id, userId: query.user_id, period: periodOf(query.from, query.to) };
}

export async function readHours(db: Reader, call: Call, organizationId: number, query: HoursQueryInput) {
  const grant = await authorize(db, call, 'hours.read', organizationId);
  const scope = scopeOf(query);
  const group = query.group_by ?? 'person';
  const { limit } = query;
  const keys = cursors.decode(query.cursor);
  const after = keys && { label: keys[0] as string, key: keys[1] as number };
  const rows = await selectGroupedHours(db, grant, scope, { group, after, limit });
  const totals = await selectTotals(db, grant, scope);
  return {
    ...toPage(
      cursors,
      rows,
      limit,
      ({ label, key }) => [label, key],
      (row) => present(group, row),
    ),
    totals,
  };
}

function present(group: Group, { key, label, minutes, verified_minutes, shifts }: GroupLine): HoursLineBody {
  return {
    user_id: group === 'person' ? key : null,
    user_name: group === 'person' ? label : null,
    program_id: group === 'program' ? key : null,
    program_name: group === 'program' ? label : null,
    month: group === 'month' ? label : null,
    minutes,
    verified_minutes,
    shifts,
  };
}

/** More lines than any organization has people, but still a bound. */
const mostLines = 100_000;

/** All lines as a file for a spreadsheet: hours to add up and to read, and the minutes that they are made of. */
export async function exportHours(
  db: Reader,
  call: Call,
  organizationId: number,
  query: HoursQueryInput,
  format: FileFormat,
): Promise<RawAnswer> {
  const grant: Grant<'hours.read'> = await authorize(db, call, 'hours.read', organizationId);
  const group = query.group_by ?? 'person';
  const page = { group, after: undefined, limit: mostLines };
  const rows = await selectGroupedHours(db, grant, scopeOf(query), page);
  const say = (key: Parameters<typeof hoursTexts.say>[1]) => hoursTexts.say(call.language, key);
  const hours = (minutes: number) => Math.round(minutes / 0.6) / 100;
  // People can share a name.
  const hasIds = group === 'person';
  return await fileOf(format, {
    name: `hours-by-${group}`,
    title: say('export.hours'),
    header: [
      group,
      'hours',
      'verified_hours',
      'attended',
      'minutes',
      'verified_minutes',
      ...(hasIds ? ['id'] : []),
    ].map((column) => say(`export.${column}` as 'export.hours')),
    rows: rows
      .values()
      .map(({ key, label, minutes, verified_minutes, shifts }) => [
        label,
        hours(minutes),
        hours(verified_minutes),
        shifts,
        minutes,
        verified_minutes,
        ...(hasIds ? [key] : []),
      ]),
  });
}

/** The part of these tables in everything that is held on a person. */
export async function readPersonalData(db: Reader, userId: number) {
  const letters = await selectLettersOf(db, userId);
  const reports = await listReports(db, { userId, status: undefined, before: undefined, limit: mostLines });
  return {
    hour_reports: reports.map(presentReport),
    hours: await selectPersonalHours(db, { userId, period: always }),
    letters: letters.map((row) => ({ ...row, issued_at: formatInstant(row.issued_at) })),
  };
}
