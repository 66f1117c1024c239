import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/db/index.ts';
import { shiftJson } from './shifts.ts';

export interface ListFilter {
  readonly organizationId?: number | undefined;
  readonly programId?: number | undefined;
  readonly missionId?: number | undefined;
  readonly seriesId?: number | undefined;
  readonly from?: Temporal.Instant | undefined;
  readonly to?: Temporal.Instant | undefined;
  readonly status: string;
  readonly hasSpace?: boolean | undefined;
  readonly q?: string | undefined;
  readonly descending: boolean;
  readonly after?: { start: string; id: number } | undefined;
  readonly limit: number;
}

export interface ShiftPageText {
  /** The items as a JSON array, written by the database. */
  readonly items: string;
  readonly count: number;
  readonly last_start: string | null;
  readonly last_id: number | null;
}

/**
 * One page as text. Only the conditions that are asked for stand in the statement, so that each combination
 * gets the plan, and the index, that suits it.
 */
export async function selectPage(db: Database['db'], filter: ListFilter): Promise<ShiftPageText> {
  const order = filter.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<ShiftPageText>`
    with page as (
      select s.id, s.start_time, s.fragment from shifts s
      ${filter.hasSpace === undefined ? sql`` : sql`join shift_seats room on room.shift_id = s.id`}
      where ${sql.join(conditions(filter), sql` and `)}
      order by s.start_time ${order}, s.id ${order}
      limit ${filter.limit + 1}
    ), shown as (
      select s.* from page s order by s.start_time ${order}, s.id ${order} limit ${filter.limit}
    )
    select coalesce('[' || string_agg(${shiftJson}, ',' order by s.start_time ${order}, s.id ${order}) || ']', '[]') as items,
      (select count(*)::int from page) as count,
      (array_agg(to_char(s.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') order by s.start_time ${order}, s.id ${order}))[${filter.limit}] as last_start,
      (array_agg(s.id order by s.start_time ${order}, s.id ${order}))[${filter.limit}] as last_id
    from shown s join shift_seats seats on seats.shift_id = s.id
  `.execute(db);
  return rows[0] ?? { items: '[]', count: 0, last_start: null, last_id: null };
}

export async function selectIds(
  db: Database['db'],
  filter: ListFilter,
): Promise<{ id: number; start: string }[]> {
  const order = filter.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: number; start: string }>`
    select s.id, to_char(s.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as start from shifts s
    ${filter.hasSpace === undefined ? sql`` : sql`join shift_seats room on room.shift_id = s.id`}
    where ${sql.join(conditions(filter), sql` and `)}
    order by s.start_time ${order}, s.id ${order}
    limit ${filter.limit}
  `.execute(db);
  return rows;
}

export async function selectTexts(db: Database['db'], ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select ${shiftJson} as body from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, position)
    join shifts s on s.id = wanted.id join shift_seats seats on seats.shift_id = s.id order by wanted.position
  `.execute(db);
  return rows.map((row) => row.body);
}

function conditions(filter: ListFilter): RawBuilder<unknown>[] {
  // The status is part of an index's condition, so it is written out: a closed set, never the caller's text.
  const status = { draft: sql`'draft'`, published: sql`'published'`, cancelled: sql`'cancelled'` }[
    filter.status
  ];
  const list = [sql`s.status = ${status ?? sql`'published'`}`];
  if (filter.organizationId !== undefined) list.push(sql`s.organization_id = ${filter.organizationId}`);
  if (filter.programId !== undefined) list.push(sql`s.program_id = ${filter.programId}`);
  if (filter.missionId !== undefined) list.push(sql`s.mission_id = ${filter.missionId}`);
  if (filter.seriesId !== undefined) list.push(sql`s.series_id = ${filter.seriesId}`);
  if (filter.from !== undefined) list.push(sql`s.start_time >= ${filter.from}`);
  if (filter.to !== undefined) list.push(sql`s.start_time < ${filter.to}`);
  if (filter.q !== undefined) list.push(sql`s.search @@ plainto_tsquery('simple', ${filter.q})`);
  if (filter.hasSpace !== undefined) {
    const space = sql`(room.capacity is null or room.active + room.pending + room.offered < room.capacity)`;
    list.push(filter.hasSpace ? space : sql`not ${space}`);
  }
  if (filter.after) {
    const { start, id } = filter.after;
    list.push(
      filter.descending
        ? sql`(s.start_time, s.id) < (${start}::timestamptz, ${id}::bigint)`
        : sql`(s.start_time, s.id) > (${start}::timestamptz, ${id}::bigint)`,
    );
  }
  return list;
}
