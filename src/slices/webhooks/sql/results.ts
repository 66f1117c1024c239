import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { failuresThatOpen, type HealthChange, longestProbeMs, shortestProbeMs } from '../rules/health.ts';

/** How one attempt went. */
export interface Result {
  readonly attemptId: number;
  readonly token: number;
  readonly status: 'succeeded' | 'failed' | 'given_up';
  readonly nextAttemptAt: Temporal.Instant | null;
  readonly responseStatus: number | null;
  readonly durationMs: number;
  readonly responseBody: string | null;
  readonly errorCode: string | null;
}

/**
 * Writes many results in one statement and queues the attempts that follow. A result whose token is no longer the
 * row's changes nothing: the lease had run out and another process has the delivery. Returns those that counted, each with
 * the version that its endpoint has now.
 */
export async function writeResults(
  tx: Tx,
  results: readonly Result[],
  now: Temporal.Instant,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ attempt_id: number; version: number }>`
    with result as (
      select * from unnest(
        ${results.map((one) => one.attemptId)}::bigint[], ${results.map((one) => one.token)}::bigint[],
        ${results.map((one) => one.status)}::text[],
        ${results.map((one) => one.nextAttemptAt?.toString() ?? null)}::timestamptz[],
        ${results.map((one) => one.responseStatus)}::int[], ${results.map((one) => one.durationMs)}::int[],
        ${results.map((one) => one.responseBody)}::text[], ${results.map((one) => one.errorCode)}::text[]
      ) as r (attempt_id, token, status, next_attempt_at, response_status, duration_ms, response_body, error_code)
    ), held as (
      delete from webhook_queue q using result r where q.attempt_id = r.attempt_id and q.token = r.token
      returning r.*, q.event_at, q.endpoint_id
    ), decided as (
      select held.*, p.version, held.next_attempt_at is not null and p.status = 'active' as goes_on
      from held join webhook_endpoints p on p.id = held.endpoint_id
    ), finished as (
      update webhook_attempts a set
        status = case when d.status = 'failed' and not d.goes_on then 'given_up' else d.status end,
        troubled = d.status <> 'succeeded', finished_at = ${now}::timestamptz,
        next_attempt_at = case when d.goes_on then d.next_attempt_at end,
        response_status = d.response_status, duration_ms = d.duration_ms, response_body = d.response_body,
        error_code = d.error_code
      from decided d where a.id = d.attempt_id and a.event_at = d.event_at
      returning a.*
    ), following as (
      insert into webhook_attempts (delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number, try,
                                    cause, next_attempt_at, created_at)
      select delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number + 1, try + 1,
        'retry', next_attempt_at, ${now}::timestamptz
      from finished where next_attempt_at is not null
      returning id, endpoint_id, event_id, event_at, try, next_attempt_at
    ), queued as (
      insert into webhook_queue (attempt_id, endpoint_id, event_id, event_at, try, due_at)
      select id, endpoint_id, event_id, event_at, try, next_attempt_at from following
    )
    select attempt_id, version from decided
  `.execute(tx);
  return new Map(rows.map((row) => [row.attempt_id, row.version]));
}

export interface HealthRow {
  readonly id: number;
  readonly consecutive_failures: number;
  readonly failing_since: Temporal.Instant | null;
}

/** Opens and closes breakers. All processes look at the same row, so all of them know. */
export async function writeHealth(
  tx: Tx,
  changes: readonly HealthChange[],
  now: Temporal.Instant,
): Promise<HealthRow[]> {
  const { rows } = await sql<HealthRow>`
    with news as (
      select p.id,
        n.failures + case when n.succeeded then 0 else p.consecutive_failures end as failures,
        case when n.failures = 0 then null when n.succeeded then ${now}::timestamptz
             else coalesce(p.failing_since, ${now}::timestamptz) end as since
      from unnest(
        ${changes.map((change) => change.endpointId)}::bigint[], ${changes.map((change) => change.succeeded)}::boolean[],
        ${changes.map((change) => change.failures)}::int[]
      ) as n (id, succeeded, failures)
      join webhook_endpoints p on p.id = n.id
      order by p.id for no key update of p
    )
    update webhook_endpoints p set consecutive_failures = news.failures, failing_since = news.since,
      probe_at = case when news.failures >= ${failuresThatOpen}::int
        then ${now}::timestamptz + least(greatest((${now}::timestamptz - news.since) / 2,
          ${shortestProbeMs}::int * interval '1 ms'), ${longestProbeMs}::int * interval '1 ms') end
    from news where p.id = news.id
    returning p.id, p.consecutive_failures, p.failing_since
  `.execute(tx);
  return rows;
}
