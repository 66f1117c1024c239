import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import type { BadgeRow } from './badges.ts';

export interface Candidate {
  readonly user_id: number;
  /** Counted from here: what has earned an award does not earn its renewal as well. */
  readonly since: Temporal.Instant | null;
}

export interface CandidateFilter {
  readonly userIds: readonly number[] | undefined;
  readonly after: number;
  readonly limit: number;
  readonly now: Temporal.Instant;
}

/**
 * Members who don't have the badge now. Criteria don't give a revoked badge back: only a person can.
 * Within a transaction that awards, their rows are locked, so that nobody is erased or leaves before it commits.
 */
export async function selectCandidates(
  db: Reader,
  badge: BadgeRow,
  { userIds, after, limit, now }: CandidateFilter,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select m.user_id, coalesce(a.renewed_at, a.awarded_at) as since
    from memberships m
    left join badge_awards a on a.badge_id = ${badge.id} and a.organization_id = ${badge.organization_id}
      and a.user_id = m.user_id and a.revoked_at is null
    where m.organization_id = ${badge.organization_id} and m.user_id > ${after}
      ${userIds === undefined ? sql`` : sql`and m.user_id = any(${[...userIds]}::bigint[])`}
      and case when a.id is not null then a.expires_at <= ${now}
        else not exists (
          select 1 from badge_awards r
          where r.badge_id = ${badge.id} and r.organization_id = ${badge.organization_id} and r.user_id = m.user_id) end
    order by m.user_id limit ${limit}
    ${db.isTransaction ? sql`for key share of m` : sql``}
  `.execute(db);
  return rows;
}

/** Who has completed the journey, or so many different ones. */
export async function completedJourneys(
  db: Reader,
  organizationId: number,
  { journeyId, least }: { journeyId: number | undefined; least: number },
  candidates: readonly Candidate[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select j.user_id
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as c (user_id bigint, since timestamptz)
    join badge_journeys j on j.user_id = c.user_id and j.organization_id = ${organizationId}
      and (c.since is null or j.completed_at > c.since)
      ${journeyId === undefined ? sql`` : sql`and j.journey_id = ${journeyId}`}
    group by j.user_id having count(*) >= ${least} order by j.user_id
  `.execute(db);
  return rows.map((row) => row.user_id);
}

export interface CompletedJourney {
  readonly user_id: number;
  readonly journey_id: number;
  readonly completed_at: string;
}

/** However often and in whatever order events arrive. */
export async function noteJourneys(
  tx: Tx,
  organizationId: number,
  journeys: readonly CompletedJourney[],
): Promise<void> {
  await sql`
    insert into badge_journeys as known (user_id, organization_id, journey_id, completed_at)
    select given.user_id, ${organizationId}::bigint, given.journey_id, max(given.completed_at)
    from jsonb_to_recordset(${JSON.stringify(journeys)}::jsonb) as given (
      user_id bigint, journey_id bigint, completed_at timestamptz)
    join users u on u.id = given.user_id
    group by given.user_id, given.journey_id order by 1, 3
    on conflict (user_id, organization_id, journey_id) do update
      set completed_at = greatest(known.completed_at, excluded.completed_at)
  `.execute(tx);
}
