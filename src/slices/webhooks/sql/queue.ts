import { type RawBuilder, sql } from 'kysely';
import { send, setting, type Tx } from '#platform/db/index.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import type { Capacity } from '../rules/match.ts';

/** For how long, and under which sign, a process holds what it has taken. */
export interface Claim {
  readonly token: number;
  readonly until: Temporal.Instant;
}

/** A delivery that this process holds, with what it takes to send it. */
export interface ClaimedRow {
  readonly attempt_id: number;
  readonly event_id: string;
  readonly endpoint_id: number;
  /** Of the endpoint, when this was taken. */
  readonly version: number;
  readonly failing: boolean;
  readonly try: number;
  readonly token: number;
  readonly body: string;
}

/**
 * What a crash of PostgreSQL may lose here is only who has taken what and how it went: such deliveries are sent
 * again, under the same id.
 */
export async function planForQueue(tx: Tx): Promise<void> {
  await send(tx, sql`select ${setting('useIndexes', 'commitBeforeDisk')}`);
}

/**
 * Takes what is due: from each endpoint its oldest, at most as many as its capacity allows, so that the backlog of one
 * never delays another. Looks at one row for each endpoint that has any waiting. An endpoint whose breaker is open
 * gives one after its pause, and none to anyone else until that one has come back. For `urgent` organizations it
 * gives one without the pause.
 */
export async function claimDue(
  tx: Tx,
  now: Temporal.Instant,
  capacity: Capacity,
  claim: Claim,
  urgent: OrganizationScope = [],
): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with recursive first_due as (
      (select endpoint_id, due_at from webhook_queue order by endpoint_id, due_at limit 1)
      union all
      select following.endpoint_id, following.due_at from first_due f, lateral (
        select q.endpoint_id, q.due_at from webhook_queue q
        where q.endpoint_id > f.endpoint_id order by q.endpoint_id, q.due_at limit 1
      ) as following
    ), ready as materialized (
      select p.id, p.version, p.consecutive_failures > 0 as failing, p.probe_at,
        coalesce(r.capacity, ${capacity.each}::int) as capacity, count(*) over () as others
      from first_due f
      join webhook_endpoints p on p.id = f.endpoint_id and p.status = 'active'
      left join unnest(${[...capacity.endpointIds]}::bigint[], ${[...capacity.capacities]}::int[]) as r (endpoint_id, capacity)
        on r.endpoint_id = p.id
      where f.due_at <= ${now} and coalesce(r.capacity, ${capacity.each}::int) > 0 
        and (p.probe_at is null or p.probe_at <= ${now} or (${isOf(urgent)} and ${nothingIsSent(now)}))
    ), probing as (
      update webhook_endpoints p set probe_at = ${claim.until}
      -- Another process may have begun to probe it since it was read.
      from ready where p.id = ready.id and p.probe_at = ready.probe_at
      returning p.id
    ), shared as (
      select id, version, failing, least(capacity, greatest(1, ${capacity.total}::int / others)) as capacity
      from ready where probe_at is null
      union all
      select ready.id, version, true, 1 from ready join probing on probing.id = ready.id
    ), picked as (
      select oldest.attempt_id, s.version, s.failing from shared s, lateral (
        select q.attempt_id from webhook_queue q
        where q.endpoint_id = s.id and q.due_at <= ${now}
        order by q.due_at limit s.capacity for update skip locked
      ) as oldest
      limit ${capacity.total}::int
    ), taken as (
      update webhook_queue q set due_at = ${claim.until}, token = ${claim.token}
      from picked where q.attempt_id = picked.attempt_id
      returning q.attempt_id, q.event_id, q.event_at, q.endpoint_id, q.try, q.token, picked.version, picked.failing
    )
    select attempt_id, taken.event_id, endpoint_id, try, token, version, failing, m.body from taken join webhook_messages m
      on m.event_id = taken.event_id and m.event_at = taken.event_at
  `.execute(tx);
  return rows;
}

const isOf = (scope: OrganizationScope): RawBuilder<boolean> =>
  scope === 'all' ? sql`true` : sql`p.organization_id = any(${[...scope]}::bigint[])`;

/** To the endpoint `p`, by any process. */
const nothingIsSent = (now: Temporal.Instant): RawBuilder<boolean> => sql`not exists (
  select 1 from webhook_queue s where s.endpoint_id = p.id and s.due_at > ${now} and s.token is not null)`;

/**
 * Ends the pause of an endpoint whose breaker is open, because someone asks for a delivery now. It still gets one at a
 * time: while one is being sent, that one decides. `attemptId` becomes the next one. Returns whether the breaker is open.
 */
export async function endPause(
  tx: Tx,
  endpointId: number,
  now: Temporal.Instant,
  attemptId?: number,
): Promise<boolean> {
  const { rows } = await sql`
    with broken as (
      update webhook_endpoints p
      set probe_at = case when ${nothingIsSent(now)} then least(p.probe_at, ${now}::timestamptz) else p.probe_at end
      where p.id = ${endpointId} and p.probe_at is not null
      returning p.id
    ), next as (
      update webhook_queue q set due_at = least(q.due_at,
        (select min(w.due_at) from webhook_queue w where w.endpoint_id = broken.id) - interval '1 ms')
      from broken where q.attempt_id = ${attemptId ?? null}::bigint
    )
    select id from broken
  `.execute(tx);
  return rows.length > 0;
}

/** Gives back what was taken and not tried: it is due again at once, for any process. */
export async function release(
  tx: Tx,
  taken: readonly Pick<ClaimedRow, 'attempt_id' | 'token'>[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update webhook_queue q set token = null, due_at = ${now}
    from unnest(${taken.map((row) => row.attempt_id)}::bigint[], ${taken.map((row) => row.token)}::bigint[])
      as r (attempt_id, token)
    where q.attempt_id = r.attempt_id and q.token = r.token
  `.execute(tx);
}
