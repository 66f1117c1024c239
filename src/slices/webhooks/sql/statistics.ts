import { type RawBuilder, sql } from 'kysely';
import { type Reader, withNewPlan } from '#platform/db/index.ts';
import { mostCounted } from '#platform/jobs/index.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';

export interface StatisticsRow {
  readonly succeeded: number;
  readonly failed: number;
  readonly given_up: number;
  readonly cancelled: number;
  readonly average_duration_ms: number | null;
  readonly slowest_duration_ms: number | null;
  readonly last_success_at: Temporal.Instant | null;
  readonly last_failure_at: Temporal.Instant | null;
  readonly waiting: number;
  readonly delivering: number;
  readonly consecutive_failures: number;
  readonly failing_since: Temporal.Instant | null;
  readonly paused_until: Temporal.Instant | null;
}

/** Of the attempts made since the given time; what waits is counted whole. A kept plan would read all of the endpoint's. */
export async function readEndpointStatistics(
  db: Reader,
  endpointId: number,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<StatisticsRow | undefined> {
  const rows = await withNewPlan(
    db,
    sql<StatisticsRow>`
    select made.*, queue.*, p.consecutive_failures, p.failing_since, p.probe_at as paused_until
    from webhook_endpoints p, lateral (
      select count(*) filter (where a.status = 'succeeded') as succeeded,
        count(*) filter (where a.status = 'failed') as failed,
        count(*) filter (where a.status = 'given_up') as given_up,
        count(*) filter (where a.status = 'cancelled') as cancelled,
        round(avg(a.duration_ms))::int as average_duration_ms, max(a.duration_ms) as slowest_duration_ms,
        max(a.finished_at) filter (where a.status = 'succeeded') as last_success_at,
        max(a.finished_at) filter (where a.status in ('failed', 'given_up')) as last_failure_at
      from webhook_attempts a
      where a.endpoint_id = p.id and a.created_at >= ${since}
    ) as made, lateral (
      select count(*) filter (where not (q.token is not null and q.due_at > ${now})) as waiting,
        count(*) filter (where q.token is not null and q.due_at > ${now}) as delivering
      from webhook_queue q where q.endpoint_id = p.id
    ) as queue
    where p.id = ${endpointId}
  `,
  );
  return rows[0];
}

export interface Progress {
  readonly unrelayed: number;
  readonly due: number;
}

/** What could be done now and is not, for these organizations. */
export async function countRemaining(
  db: Reader,
  now: Temporal.Instant,
  scope: OrganizationScope,
): Promise<Progress> {
  const of = (table: RawBuilder<unknown>) =>
    scope === 'all' ? sql`true` : sql`${table}.organization_id = any(${[...scope]}::bigint[])`;
  const rows = await withNewPlan(
    db,
    sql<Progress>`
    select (select count(*) from (select organization_id from outbox limit ${mostCounted}) as e
        where ${of(sql`e`)}) as unrelayed,
      (select count(*) from (
        select 1 from webhook_endpoints p cross join lateral (
          select 1 from webhook_queue q where q.endpoint_id = p.id and q.due_at <= ${now} limit ${mostCounted}
        ) as one where p.status = 'active' and ${of(sql`p`)} limit ${mostCounted}
      ) as deliveries) as due
  `,
  );
  return rows[0] ?? { unrelayed: 0, due: 0 };
}

export interface DeliveryCounts {
  readonly succeeded: number;
  readonly failed: number;
  /** Being sent, or to be sent now. */
  readonly unfinished: number;
}

/** The first attempts at some events, by result. */
export async function readDeliveryCounts(
  db: Reader,
  eventIds: readonly string[],
  now: Temporal.Instant,
): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where a.status = 'succeeded') as succeeded,
      count(*) filter (where a.status in ('failed', 'given_up', 'cancelled')) as failed,
      count(*) filter (where a.status = 'pending' and p.status = 'active' and (
        (q.token is not null and q.due_at > ${now})
        or (q.due_at <= ${now} and (p.probe_at is null or p.probe_at <= ${now})))) as unfinished
    from webhook_attempts a
    join webhook_endpoints p on p.id = a.endpoint_id
    left join webhook_queue q on q.attempt_id = a.id
    where a.event_id = any (${[...eventIds]}::text[]) and a.number = 1
  `.execute(db);
  return rows[0] ?? { succeeded: 0, failed: 0, unfinished: 0 };
}
