import { type RawBuilder, sql } from 'kysely';
import { beginningsOf, placeIn } from '#platform/db/index.ts';

export interface ListFilter {
  readonly organizationId?: number | undefined;
  readonly programId?: number | undefined;
  readonly missionId?: number | undefined;
  readonly seriesId?: number | undefined;
  readonly from?: Temporal.Instant | undefined;
  readonly to?: Temporal.Instant | undefined;
  readonly endsAfter?: Temporal.Instant | undefined;
  readonly status: string;
  /** Of the cancelled ones, also those that never were public. */
  readonly withHidden?: boolean;
  readonly hasSpace?: boolean | undefined;
  readonly staffing?: 'understaffed' | 'open' | 'full' | undefined;
  readonly q?: string | undefined;
  readonly descending: boolean;
  readonly after?: { start: string; id: number } | undefined;
  readonly limit: number;
}

/** Only where a condition is about them. */
export function joinSpots({ hasSpace, staffing }: ListFilter): RawBuilder<unknown> {
  return hasSpace === undefined && staffing === undefined
    ? sql``
    : sql`join shift_seats spots
    on spots.shift_id = s.id and spots.organization_id = s.organization_id`;
}

/** One condition: what it looks like without its values, and the values. */
interface Clause {
  readonly name: string;
  readonly values: readonly unknown[];
  where(...values: unknown[]): RawBuilder<unknown>;
}

export function conditions(clauses: readonly Clause[], values: readonly unknown[]): RawBuilder<unknown> {
  let used = 0;
  const list = clauses.map((clause) => {
    const own = values.slice(used, used + clause.values.length);
    used += own.length;
    return clause.where(...own);
  });
  return sql.join(list, sql` and `);
}

// The status is part of an index's condition, so it is written out: a closed set, never the caller's text.
const statuses = new Map(
  ['draft', 'published', 'cancelled'].map((name) => [name, sql`s.status = ${sql.lit(name)}`]),
);
const anyStatus = sql`true`;
const notCancelled = sql`s.status <> 'cancelled'`;
const shownAndCancelled = sql`s.status = 'cancelled' and not s.cancelled_as_draft`;
const published = sql`s.status = 'published'`;
const hasSpots = sql`(spots.capacity is null or spots.active + spots.pending + spots.offered < spots.capacity)`;

/** Of `shifts s` and `shift_seats spots`. Without a minimum, one person is enough. */
export const lacksPeople = (organizationId: number | undefined) => sql`(
  spots.active < coalesce(spots.minimum, 1) or (s.roles <> '[]' and exists (
    select 1 from shift_roles role where role.shift_id = s.id
      and role.organization_id = ${placeIn(organizationId, 's')} and role.active < role.minimum)))`;

/**
 * Only the conditions that are asked for. `isRare`: the words of the search are, so its plan can be kept (see `rareWords` in
 * lists.ts).
 */
export function clausesOf(filter: ListFilter, isRare = false): Clause[] {
  return [
    statusClause(filter),
    ...clause('organization', filter.organizationId, (id) => sql`s.organization_id = ${id}`),
    ...clause('program', filter.programId, (id) => sql`s.program_id = ${id}`),
    ...clause('mission', filter.missionId, (id) => sql`s.mission_id = ${id}`),
    ...clause('series', filter.seriesId, (id) => sql`s.series_id = ${id}`),
    ...clause('from', filter.from?.toString(), (time) => sql`s.start_time >= ${time}`),
    ...clause('to', filter.to?.toString(), (time) => sql`s.start_time < ${time}`),
    ...endClauses(filter),
    ...searchClauses(filter, isRare),
    ...spotClauses(filter),
    ...cursorClauses(filter),
  ];
}

/** None where nothing is asked for. */
function clause(name: string, value: unknown, where: Clause['where']): Clause[] {
  return value === undefined ? [] : [{ name, values: [value], where }];
}

function statusClause({ status, withHidden, hasSpace, staffing }: ListFilter): Clause {
  // Cancelled shifts need no one and have no spots.
  const isAboutSpots = hasSpace !== undefined || staffing !== undefined;
  if (status === 'all')
    return isAboutSpots
      ? { name: 'not cancelled', values: [], where: () => notCancelled }
      : { name: status, values: [], where: () => anyStatus };
  return status === 'cancelled' && !withHidden
    ? { name: 'shown and cancelled', values: [], where: () => shownAndCancelled }
    : { name: status, values: [], where: () => statuses.get(status) ?? published };
}

/** No shift is longer than a week: the start bounds what has to be looked at, and it is what the indexes know. */
function endClauses({ endsAfter }: ListFilter): Clause[] {
  if (endsAfter === undefined) return [];
  const time = endsAfter.toString();
  return [
    {
      name: 'ends after',
      values: [time, time],
      where: (end, begun) =>
        sql`s.end_time > ${end} and s.start_time > ${begun}::timestamptz - interval '8 days'`,
    },
  ];
}

function searchClauses({ q }: ListFilter, isRare: boolean): Clause[] {
  const words = q === undefined ? undefined : beginningsOf(q);
  return isRare
    ? clause('rare q', words, (text) => sql`s.search @@ to_tsquery('simple', (select ${text}::text))`)
    : clause('q', words, (text) => sql`s.search @@ to_tsquery('simple', ${text})`);
}

const free: Clause = { name: 'free spots', values: [], where: () => hasSpots };
const full: Clause = { name: 'full', values: [], where: () => sql`not ${hasSpots}` };

function spotClauses({ hasSpace, staffing, organizationId }: ListFilter): Clause[] {
  const understaffed: Clause = {
    name: 'understaffed',
    values: organizationId === undefined ? [] : [organizationId],
    where: (id) => lacksPeople(id as number | undefined),
  };
  return [
    ...(hasSpace === undefined ? [] : [hasSpace ? free : full]),
    ...(staffing === undefined ? [] : [{ open: free, full, understaffed }[staffing]]),
  ];
}

function cursorClauses({ after, descending }: ListFilter): Clause[] {
  if (!after) return [];
  const compare = descending ? sql`<` : sql`>`;
  return [
    {
      name: 'after',
      values: [after.start, after.id],
      where: (start, id) => sql`(s.start_time, s.id) ${compare} (${start}::timestamptz, ${id}::bigint)`,
    },
  ];
}
