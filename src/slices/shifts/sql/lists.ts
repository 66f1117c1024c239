import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import {
  anyPlace,
  type Columns,
  type Database,
  findPlaces,
  hotRead,
  inColumns,
  onlyOne,
  placeIn,
  type Reader,
  rememberPlaces,
} from '#platform/db/index.ts';
import { cursorsOf } from '#platform/http/paging.ts';
import { clausesOf, conditions, joinSpots, type ListFilter } from './list-conditions.ts';
import { shiftJson } from './texts.ts';

/** The list of shifts has the same cursors, whether all of them are asked for or those that one can take. */
export const shiftCursors = cursorsOf('shifts', ['instant', 'number']);

export interface ShiftPageText {
  /** The items as a JSON array, written by the database. */
  readonly items: string;
  /** Where the page ends, if something comes behind it. */
  readonly last?: { readonly start: string; readonly id: number };
}

interface PageRow {
  readonly items: string;
  readonly beyond_id: number | null;
  readonly last_id: number | null;
  readonly last_start: string | null;
}

type PageRead = (database: Database, ...values: unknown[]) => Promise<PageRow[]>;

/** Page sizes that are asked for often. Others are planned each time, so that they don't fill the connections with plans. */
const usualLimits = new Set([10, 20, 25, 50, 100, 200, 1_000]);
/** A statement for each combination of conditions, built when it is first asked for. */
const pageReads = new LRUCache<string, PageRead>({ max: 100 });
/**
 * Words whose matches fit on a page, without other conditions. Which index is best depends on how rare a word is, so
 * PostgreSQL plans a search each time: 0.4 ms, as long as it takes to read the matches of a rare word. For these, it keeps one
 * plan that reads all matches. If a word has become frequent, that only takes longer.
 */
const rareWords = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

/**
 * One page as text. Only the conditions that are asked for are in the statement, so that each combination
 * gets the plan, and the index, that suits it.
 */
export async function selectPage(database: Database, filter: ListFilter): Promise<ShiftPageText> {
  const words = filter.q === undefined ? undefined : `${filter.status} ${filter.q}`;
  const isRare = words !== undefined && rareWords.has(words);
  const clauses = clausesOf(filter, isRare);
  const { organizationId } = filter;
  // Once more for the spots, and for the roles.
  const places = organizationId === undefined ? [] : [organizationId, organizationId];
  const values = [...clauses.flatMap((clause) => clause.values), ...places];
  const shape = `${filter.limit} ${filter.descending} ${clauses.map((clause) => clause.name)}`;
  let read = pageReads.get(shape);
  if (!read && usualLimits.has(filter.limit)) {
    read = hotRead((...given: unknown[]) => pageStatement(filter, conditions(clauses, given), isRare));
    pageReads.set(shape, read);
  }
  const [page] = read
    ? await read(database, ...values)
    : (await pageStatement(filter, conditions(clauses, values), isRare).execute(database.db)).rows;
  if (!page) return { items: '[]' };
  const { items, beyond_id, last_id, last_start } = page;
  // Its status and its words are all that the search asks for.
  if (words !== undefined && clauses.length === 2) {
    if (beyond_id === null) rareWords.set(words, true);
    else rareWords.delete(words);
  }
  if (beyond_id === null || last_id === null || last_start === null) return { items: `[${items}]` };
  return { items: `[${withoutLast(items, beyond_id)}]`, last: { start: last_start, id: last_id } };
}

/**
 * The limit is written out: with a parameter in its place PostgreSQL expects a tenth of all shifts and plans again
 * each time, which took as long as the reading itself (1,040 µs of its CPU for a page of 50; 470 now). The numbers
 * are looked up shift by shift, in the order of the page. One shift more than asked for is read and cut off by the caller: keeping the page apart from it in a CTE took 620 µs.
 */
function pageStatement(filter: ListFilter, where: RawBuilder<unknown>, isRare: boolean): RawBuilder<PageRow> {
  const { limit, organizationId } = filter;
  const direction = filter.descending ? sql`desc` : sql`asc`;
  const order = sql`s.start_time ${direction}, s.id ${direction}`;
  const ids = sql`array_agg(s.id order by ${order})`;
  const matches = sql`select s.id, s.organization_id, s.start_time, s.fragment, s.roles from shifts s ${joinSpots(filter)} where ${where}`;
  // "offset 0" keeps PostgreSQL from walking through all shifts in order until it has met enough matches.
  const source = isRare ? sql`select * from (${matches} offset 0) as s` : matches;
  return sql<PageRow>`
    select coalesce(string_agg(shift.json, ',' order by ${order}), '') as items,
      (${ids})[${sql.lit(limit + 1)}] as beyond_id, (${ids})[${sql.lit(limit)}] as last_id,
      to_char((array_agg(s.start_time order by ${order}))[${sql.lit(limit)}] at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_start
    from (
      ${source} order by ${order} limit ${sql.lit(limit + 1)}
    ) as s cross join lateral (
      select ${shiftJson(organizationId)} as json from shift_seats seats
      where seats.shift_id = s.id and seats.organization_id = ${placeIn(organizationId, 's')}
    ) as shift
  `;
}

/** No text within can look like the beginning of a shift: its quotes would be escaped. */
function withoutLast(items: string, id: number): string {
  return items.slice(0, Math.max(0, items.lastIndexOf(`,{"id":${id},"organization_id":`)));
}

export interface PossibleShift {
  readonly id: number;
  readonly start: string;
  /** False where the rules are certain to refuse the person. */
  readonly open: boolean;
}

interface LookedAt extends Omit<PossibleShift, 'open'> {
  readonly organization_id: number;
  readonly start_time: string;
  readonly end_time: string;
  readonly can_join: boolean;
}

interface OwnPlace {
  readonly shift_id: number;
  readonly status: string;
  readonly start_time: string;
  readonly end_time: string;
}

const lookedAt = inColumns<LookedAt>({
  id: 's.id',
  organization_id: 's.organization_id',
  start: `to_char(s.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  start_time: 's.start_time',
  end_time: 's.end_time',
  can_join: 's.can_join',
});
const ownPlaces = inColumns<OwnPlace>({
  shift_id: 'place.shift_id',
  status: 'place.status',
  start_time: 'place.start_time',
  end_time: 'place.end_time',
});

/**
 * A stretch of the list, with a first look at what the person can take: it spares the rules shifts that the person is
 * on already, that overlap with one, that have a free spot neither on the shift nor on the waitlist, or that belong to
 * organizations they cannot join. Only what the rules refuse without exception may be left out here. The shifts are
 * read from all shards unless the filter names an organization; the person's own time from one.
 */
export async function selectPossible(
  db: Reader,
  filter: ListFilter & { readonly from: Temporal.Instant },
  userId: number,
): Promise<PossibleShift[]> {
  const direction = filter.descending ? sql`desc` : sql`asc`;
  const order = sql`s.start_time ${direction}, s.id ${direction}`;
  const clauses = clausesOf(filter);
  const values = clauses.flatMap((clause) => clause.values);
  const { rows } = await sql<{ looked: Columns<LookedAt>; own: Columns<OwnPlace> }>`
    select shifts.list as looked, places.list as own
    from (
      select ${lookedAt.json} as list
      from (
        select s.id, s.organization_id, s.start_time, s.end_time,
          (spots.capacity is null or spots.active + spots.pending + spots.offered < spots.capacity
            or spots.waitlist_capacity is null or spots.waitlisted < spots.waitlist_capacity)
          and (o.join_rule <> 'invitation' or m.user_id is not null) as can_join
        from shifts s
        join shift_seats spots on spots.shift_id = s.id and spots.organization_id = s.organization_id
        join organizations o on o.id = s.organization_id
        left join memberships m on m.organization_id = s.organization_id and m.user_id = ${userId}
        where ${conditions(clauses, values)} order by ${order} limit ${sql.lit(filter.limit)}
      ) as s
    ) as shifts cross join (
      select ${ownPlaces.json} as list
      from person_places place
      where place.user_id = ${userId} and place.start_time > ${filter.from}::timestamptz - interval '15 days'
    ) as places
  `.execute(db);
  const looked = lookedAt.rowsOf(rows[0]?.looked ?? []);
  const places = ownPlaces.rowsOf(rows[0]?.own ?? []).map((place) => ({ ...place, ...spanOf(place) }));
  rememberPlaces(db, 'shifts', looked);
  return looked.map(({ id, start, can_join, ...shift }) => {
    const span = spanOf(shift);
    const isTaken = places.some(
      (place) =>
        place.shift_id === id ||
        (place.status !== 'waitlisted' && place.startMs < span.endMs && place.endMs > span.startMs),
    );
    return { id, start, open: can_join && !isTaken };
  });
}

function spanOf({ start_time, end_time }: Pick<OwnPlace, 'start_time' | 'end_time'>) {
  return { startMs: Date.parse(start_time), endMs: Date.parse(end_time) };
}

/** In the order of the ids. */
export async function selectTexts(db: Reader, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const organizations = [...new Set((await findPlaces(db, 'shifts', ids)).values())];
  const { rows } = await sql<{ id: number; body: string }>`
    select s.id, ${shiftJson(onlyOne(organizations))} as body
    from shifts s join shift_seats seats on seats.shift_id = s.id and seats.organization_id = s.organization_id
    where s.organization_id = ${anyPlace(organizations)} and s.id = any(${[...ids]}::bigint[])
  `.execute(db);
  const bodies = new Map(rows.map((row) => [row.id, row.body]));
  return ids.flatMap((id) => bodies.get(id) ?? []);
}
