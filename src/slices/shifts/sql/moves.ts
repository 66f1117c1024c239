import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Occurrence } from './shifts.ts';

/** New times by the id of the shift. */
export type Moves = ReadonlyMap<number, Occurrence>;

const given = (moves: Moves) => sql`
  select shift_id, start_time, end_time
  from unnest(${[...moves.keys()]}::bigint[], ${[...moves.values()].map(({ start }) => start.toString())}::timestamptz[],
              ${[...moves.values()].map(({ end }) => end.toString())}::timestamptz[])
    as given (shift_id, start_time, end_time)`;

export interface Clash {
  readonly user_id: number;
  readonly user_name: string;
  readonly shift_id: number;
  readonly other_id: number;
  readonly other_title: string;
  readonly other_start: Temporal.Instant;
}

/**
 * People who would be in two places after these moves: on another shift at the new time, or on two that move. One
 * for each shift. A shift lasts 7 days at most, so those that start more than 8 days before cannot reach in.
 * The minimum makes PostgreSQL look each person up by the index: a plain join compared every registration of the
 * database with every one that moves, 1.3 s for 1,500 people beside 18,000 registrations.
 */
export async function selectClashes(db: Reader, moves: Moves): Promise<Clash[]> {
  if (moves.size === 0) return [];
  const { rows } = await sql<Clash>`
    with move as materialized (${given(moves)}), moving as materialized (
      select r.user_id, r.shift_id, move.start_time, move.end_time from move
      join registrations r on r.shift_id = move.shift_id and r.status in ('active', 'pending_approval')
    ), clash as (
      select moving.user_id, moving.shift_id, other.id as other_id from moving
      cross join lateral (
        select min(o.shift_id) as id from registrations o
        where o.user_id = moving.user_id and o.status in ('active', 'pending_approval')
          and o.start_time < moving.end_time and o.end_time > moving.start_time
          and o.start_time > moving.start_time - interval '8 days'
          and o.shift_id not in (select shift_id from move)
      ) as other where other.id is not null
      union all
      select user_id, shift_id, next_id from (
        select user_id, shift_id, end_time, lead(shift_id) over later as next_id, lead(start_time) over later as next_start
        from moving window later as (partition by user_id order by start_time, shift_id)
      ) as neighbor where next_start < end_time
    )
    select found.*, u.name as user_name, s.title as other_title, s.start_time as other_start
    from (
      select distinct on (shift_id) user_id, shift_id, other_id from clash order by shift_id, user_id, other_id
    ) as found
    join users u on u.id = found.user_id join shifts s on s.id = found.other_id
    order by found.shift_id
  `.execute(db);
  return rows;
}

/** How many people lost a registration because these shifts were cancelled. */
export async function countReleased(db: Reader, shiftIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people from registrations
    where shift_id = any(${[...shiftIds]}::bigint[]) and status = 'cancelled' and 'shift_cancelled' = any(flags)
  `.execute(db);
  return rows[0]?.people ?? 0;
}
