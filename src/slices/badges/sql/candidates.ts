import { sql } from 'kysely';
import { anyPlace, type Reader, type Tx } from '#platform/db/index.ts';
import type { BadgeRow } from './badges.ts';

export interface Candidate {
  readonly user_id: number;
  /** Counted from here: what has earned an award does not earn its renewal as well. */
  readonly since: Temporal.Instant | null;
}

/** Members who don't have the badge now. Criteria don't give a revoked badge back: only a person can. */
const candidatesOf = (badge: BadgeRow, userIds: readonly number[], now: Temporal.Instant) => sql`
  select m.user_id, coalesce(a.renewed_at, a.awarded_at) as since
  from memberships m
  left join badge_awards a on a.badge_id = ${badge.id} and a.organization_id = ${badge.organization_id}
    and a.user_id = m.user_id and a.revoked_at is null
  where m.organization_id = ${badge.organization_id} and m.user_id = any(${[...userIds]}::bigint[])
    and case when a.id is not null then a.expires_at <= ${now}
      else not exists (
        select 1 from badge_awards r
        where r.badge_id = ${badge.id} and r.organization_id = ${badge.organization_id} and r.user_id = m.user_id) end
  order by m.user_id`;

/** Their rows are locked, so that no one is erased or leaves before the award commits. */
export async function lockCandidates(
  tx: Tx,
  badge: BadgeRow,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`${candidatesOf(badge, userIds, now)} for key share of m`.execute(tx);
  return rows;
}

export async function selectCandidates(
  db: Reader,
  badge: BadgeRow,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`${candidatesOf(badge, userIds, now)}`.execute(db);
  return rows;
}

export interface CandidateFilter {
  /** Without it: all members. */
  readonly userIds: readonly number[] | undefined;
  readonly limit: number;
  readonly now: Temporal.Instant;
}

/** How many members each of these organizations has. Of the organizations' shards. */
export async function countMembers(
  db: Reader,
  organizationIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ organization_id: number; members: number }>`
    select organization_id, count(*)::int as members from memberships
    where organization_id = ${anyPlace(organizationIds)} group by organization_id
  `.execute(db);
  return new Map(rows.map(({ organization_id, members }) => [organization_id, members]));
}

/** A page of an organization's members, behind the given one. */
export async function selectMemberIds(
  db: Reader,
  organizationId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from memberships where organization_id = ${organizationId} and user_id > ${after}
    order by user_id limit ${limit}
  `.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * The same for many badges, without locks: their candidates behind the given one. All that are left are read and sorted for each
 * page, so there should be few. Of the organizations' shards.
 */
export async function selectManyCandidates(
  db: Reader,
  badges: readonly BadgeRow[],
  after: { readonly badge_id: number; readonly user_id: number },
  { userIds, limit, now }: CandidateFilter,
): Promise<(Candidate & { badge_id: number })[]> {
  const left = badges.filter(({ id }) => id >= after.badge_id);
  const organizations = [...new Set(left.map(({ organization_id }) => organization_id))];
  const { rows } = await sql<Candidate & { badge_id: number }>`
    select distinct b.id as badge_id, m.user_id, coalesce(a.renewed_at, a.awarded_at) as since
    from unnest(${left.map(({ id }) => id)}::bigint[], ${left.map((badge) => badge.organization_id)}::bigint[])
      as b (id, organization_id)
    join memberships m on m.organization_id = b.organization_id and m.organization_id = ${anyPlace(organizations)}
    left join badge_awards a on a.badge_id = b.id and a.organization_id = m.organization_id
      and a.user_id = m.user_id and a.revoked_at is null
    left join badge_awards r on r.badge_id = b.id and r.organization_id = m.organization_id
      and r.user_id = m.user_id and r.revoked_at is not null
    where (b.id, m.user_id) > (${after.badge_id}::bigint, ${after.user_id}::bigint)
      ${userIds === undefined ? sql`` : sql`and m.user_id = any(${[...userIds]}::bigint[])`}
      and (a.expires_at <= ${now} or (a.id is null and r.id is null))
    order by 1, 2 limit ${limit}
  `.execute(db);
  return rows;
}

/** A person who may have completed the journey, or so many different ones. */
export interface JourneyCandidate {
  /** The caller's number for the goal. */
  readonly goal: number;
  readonly organization_id: number;
  readonly user_id: number;
  readonly since: Temporal.Instant | null;
  readonly journey_id: number | null;
  readonly least: number;
}

export async function completedJourneys(
  db: Reader,
  people: readonly JourneyCandidate[],
): Promise<{ goal: number; user_id: number }[]> {
  if (people.length === 0) return [];
  const organizations = [...new Set(people.map(({ organization_id }) => organization_id))];
  const { rows } = await sql<{ goal: number; user_id: number }>`
    select person.goal, person.user_id
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person (
      goal bigint, organization_id bigint, user_id bigint, since timestamptz, journey_id bigint, least integer)
    join badge_journeys j on j.user_id = person.user_id and j.organization_id = person.organization_id
      and j.organization_id = ${anyPlace(organizations)} and (person.since is null or j.completed_at > person.since)
      and (person.journey_id is null or j.journey_id = person.journey_id)
    group by person.goal, person.user_id, person.least having count(*) >= person.least order by 1, 2
  `.execute(db);
  return rows;
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
