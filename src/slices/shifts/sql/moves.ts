import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { SeriesChangeRow } from './series-changes.ts';
import type { Occurrence } from './shifts.ts';

type Manage = Grant<'shifts.manage'>;

/** New times by the id of the shift. */
export type Moves = ReadonlyMap<number, Occurrence>;

export interface Clash {
  readonly user_id: number;
  readonly user_name: string;
  readonly shift_id: number;
  /** Undefined where it is a shift of another organization, which this one must not learn about. */
  readonly other: OtherShift | undefined;
}

interface OtherShift {
  readonly id: number;
  readonly title: string;
  readonly start: Temporal.Instant;
}

interface Moving extends Occurrence {
  readonly user_id: number;
  readonly user_name: string;
  readonly shift_id: number;
}

interface Overlap {
  readonly user_id: number;
  readonly shift_id: number;
  readonly other_id: number;
  readonly organization_id: number;
}

/**
 * People who would be in two places after these moves: on another shift at the new time, or on two that move. One
 * for each shift.
 */
export async function selectClashes(db: Reader, grant: Manage, moves: Moves): Promise<Clash[]> {
  const moving = await selectMoving(db, grant, moves);
  if (moving.length === 0) return [];
  const overlaps = [...(await selectOverlaps(db, moves, moving)), ...overlapsAmong(grant, moving)];
  const firsts = new Map<number, Overlap>();
  for (const overlap of overlaps) {
    const first = firsts.get(overlap.shift_id);
    if (!first || isBefore(overlap, first)) firsts.set(overlap.shift_id, overlap);
  }
  const others = await selectOthers(db, grant, [...firsts.values()]);
  const names = new Map(moving.map(({ user_id, user_name }) => [user_id, user_name]));
  return [...firsts.values()]
    .toSorted((one, other) => one.shift_id - other.shift_id)
    .map(({ user_id, shift_id, other_id }) => {
      const user_name = names.get(user_id) ?? '';
      return { user_id, user_name, shift_id, other: others.get(other_id) };
    });
}

function isBefore(one: Overlap, other: Overlap): boolean {
  return one.user_id < other.user_id || (one.user_id === other.user_id && one.other_id < other.other_id);
}

async function selectMoving(db: Reader, grant: Manage, moves: Moves): Promise<Moving[]> {
  if (moves.size === 0) return [];
  const { rows } = await sql<Omit<Moving, keyof Occurrence>>`
    select r.user_id, u.name as user_name, r.shift_id from registrations r join users u on u.id = r.user_id
    where r.organization_id = ${grant.organizationId} and r.shift_id = any(${[...moves.keys()]}::bigint[])
      and r.status in ('active', 'pending_approval')
  `.execute(db);
  return rows.flatMap((row) => {
    const times = moves.get(row.shift_id);
    return times ? [{ ...row, ...times }] : [];
  });
}

/**
 * A person's other shifts may be of any organization: their times are kept by person. All shards. A shift lasts 7 days
 * at most, so those that start more than 8 days before cannot reach in.
 */
async function selectOverlaps(db: Reader, moves: Moves, moving: readonly Moving[]): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select moving.user_id, moving.shift_id, place.shift_id as other_id, place.organization_id
    from unnest(${moving.map(({ user_id }) => user_id)}::bigint[], ${moving.map(({ shift_id }) => shift_id)}::bigint[],
        ${moving.map(({ start }) => start.toString())}::timestamptz[],
        ${moving.map(({ end }) => end.toString())}::timestamptz[]) as moving (user_id, shift_id, start_time, end_time)
    join person_places place on place.user_id = moving.user_id and place.start_time < moving.end_time
      and place.end_time > moving.start_time and place.start_time > moving.start_time - interval '8 days'
    where place.status in ('active', 'pending_approval') and place.shift_id <> all(${[...moves.keys()]}::bigint[])
  `.execute(db);
  return rows;
}

function overlapsAmong({ organizationId }: Manage, moving: readonly Moving[]): Overlap[] {
  return [...Map.groupBy(moving, ({ user_id }) => user_id).values()].flatMap((own) => {
    const inOrder = own.toSorted(
      (one, other) => Temporal.Instant.compare(one.start, other.start) || one.shift_id - other.shift_id,
    );
    return inOrder.flatMap(({ user_id, shift_id, end }, index) => {
      const next = inOrder[index + 1];
      if (!next || Temporal.Instant.compare(next.start, end) >= 0) return [];
      return [{ user_id, shift_id, other_id: next.shift_id, organization_id: organizationId }];
    });
  });
}

async function selectOthers(
  db: Reader,
  { organizationId }: Manage,
  overlaps: readonly Overlap[],
): Promise<Map<number, OtherShift>> {
  const own = overlaps.filter(({ organization_id }) => organization_id === organizationId);
  if (own.length === 0) return new Map();
  const { rows } = await sql<OtherShift>`
    select id, title, start_time as start from shifts
    where organization_id = ${organizationId} and id = any(${own.map(({ other_id }) => other_id)}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many people are on these shifts, on their waitlists too. */
export async function countPeople(
  db: Reader,
  { organizationId }: Manage,
  shiftIds: readonly number[],
): Promise<number> {
  if (shiftIds.length === 0) return 0;
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people from registrations
    where organization_id = ${organizationId} and shift_id = any(${[...shiftIds]}::bigint[]) and status <> 'cancelled'
  `.execute(db);
  return rows[0]?.people ?? 0;
}

/** How many people lost a registration because the shifts of a series were cancelled. */
export async function countReleased(
  db: Reader,
  { organization_id, chunks }: Pick<SeriesChangeRow, 'organization_id' | 'chunks'>,
): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people from registrations
    where organization_id = ${organization_id} and shift_id = any(${chunks.flat()}::bigint[])
      and status = 'cancelled' and 'shift_cancelled' = any(flags)
  `.execute(db);
  return rows[0]?.people ?? 0;
}
