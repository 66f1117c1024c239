import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { toCsv } from '#platform/http/csv.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { presentReport } from '../present.ts';
import { always, periodOf } from '../rules.ts';
import type { HoursLineBody, HoursQueryInput, MyHoursBody, MyHoursQueryInput } from '../schema.ts';
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

const columns: Record<Group, readonly string[]> = {
  person: ['user_id', 'user_name'],
  program: ['program_id', 'program_name'],
  month: ['month'],
};

export async function readHoursAsCsv(
  db: Reader,
  call: Call,
  organizationId: number,
  query: HoursQueryInput,
): Promise<RawAnswer> {
  const grant: Grant<'hours.read'> = await authorize(db, call, 'hours.read', organizationId);
  const group = query.group_by ?? 'person';
  const page = { group, after: undefined, limit: mostLines };
  const rows = await selectGroupedHours(db, grant, scopeOf(query), page);
  const header = [...columns[group], 'minutes', 'verified_minutes', 'shifts'];
  const cells = rows.map(({ key, label, minutes, verified_minutes, shifts }) => [
    ...(group === 'month' ? [label] : [key, label]),
    minutes,
    verified_minutes,
    shifts,
  ]);
  return new RawAnswer('text/csv; charset=utf-8; header=present', toCsv(header, cells), {
    'content-disposition': `attachment; filename="hours-by-${group}.csv"`,
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
