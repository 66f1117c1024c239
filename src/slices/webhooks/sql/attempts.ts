import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';

export type AttemptStatus = 'pending' | 'delivering' | 'succeeded' | 'failed' | 'given_up' | 'cancelled';
export type AttemptCause = 'event' | 'retry' | 'replay' | 'recovery' | 'test';

export interface AttemptRow {
  readonly id: number;
  readonly delivery_id: number;
  readonly organization_id: number;
  readonly endpoint_id: number;
  readonly event_id: string;
  readonly event_at: Temporal.Instant;
  readonly event_type: string;
  readonly number: number;
  readonly cause: AttemptCause;
  readonly status: AttemptStatus;
  readonly next_attempt_at: Temporal.Instant | null;
  readonly response_status: number | null;
  readonly duration_ms: number | null;
  readonly response_body: string | null;
  readonly error_code: string | null;
  readonly created_at: Temporal.Instant;
  readonly finished_at: Temporal.Instant | null;
}

/** Only the queue says that a process has it. */
const columns = (
  now: Temporal.Instant,
) => sql`a.id, a.delivery_id, a.organization_id, a.endpoint_id, a.event_id, a.event_at,
  a.event_type, a.number, a.cause,
  case when q.token is not null and q.due_at > ${now} then 'delivering' else a.status end as status,
  case when q.token is not null and q.due_at > ${now} then null when a.status = 'pending' then q.due_at
       else a.next_attempt_at end as next_attempt_at,
  a.response_status, a.duration_ms, a.response_body, a.error_code, a.created_at, a.finished_at`;

const withQueue = sql`webhook_attempts a left join webhook_queue q on q.attempt_id = a.id and a.status = 'pending'`;

export interface AttemptFilter {
  readonly organizationId: number;
  readonly endpointId: number | undefined;
  readonly eventType: string | undefined;
  readonly eventId: string | undefined;
  readonly status: AttemptStatus | undefined;
  readonly from: Temporal.Instant | undefined;
  readonly to: Temporal.Instant | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** The newest first. */
export async function selectAttempts(
  db: Reader,
  filter: AttemptFilter,
  now: Temporal.Instant,
): Promise<AttemptRow[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`a.organization_id = ${filter.organizationId}`,
    ...(filter.endpointId === undefined ? [] : [sql`a.endpoint_id = ${filter.endpointId}`]),
    ...(filter.eventType === undefined ? [] : [sql`a.event_type = ${filter.eventType}`]),
    ...(filter.eventId === undefined ? [] : [sql`a.event_id = ${filter.eventId}`]),
    ...(filter.from === undefined ? [] : [sql`a.created_at >= ${filter.from}`]),
    // An event is never younger than its attempts, so later weeks need not be looked at.
    ...(filter.to === undefined ? [] : [sql`a.created_at < ${filter.to} and a.event_at < ${filter.to}`]),
    ...(filter.before === undefined ? [] : [sql`a.id < ${filter.before}`]),
    ...(filter.status === undefined ? [] : [ofStatus(filter.status, filter.organizationId, now)]),
  ];
  const { rows } = await sql<AttemptRow>`
    select ${columns(now)} from ${withQueue} where ${sql.join(conditions, sql` and `)}
    order by a.id desc limit ${filter.limit}
  `.execute(db);
  return rows;
}

/** What waits is found through the queue, which is short, and not by walking through the history. */
function ofStatus(status: AttemptStatus, organizationId: number, now: Temporal.Instant): RawBuilder<unknown> {
  if (status === 'succeeded') return sql`a.status = 'succeeded'`;
  if (status !== 'pending' && status !== 'delivering') return sql`a.troubled and a.status = ${status}`;
  const held = sql`(w.token is not null and w.due_at > ${now})`;
  return sql`a.status = 'pending' and a.id = any (array(
    select w.attempt_id from webhook_queue w join webhook_endpoints p on p.id = w.endpoint_id
    where p.organization_id = ${organizationId} and ${status === 'delivering' ? held : sql`not coalesce(${held}, false)`}))`;
}

export async function findAttempt(
  db: Reader,
  id: number,
  now: Temporal.Instant,
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    select ${columns(now)} from ${withQueue} where a.id = ${id}
  `.execute(db);
  return rows[0];
}

/** All attempts of a delivery, in their order. */
export async function selectDelivery(
  db: Reader,
  { event_id, event_at, endpoint_id }: Pick<AttemptRow, 'event_id' | 'event_at' | 'endpoint_id'>,
  now: Temporal.Instant,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select ${columns(now)} from ${withQueue}
    where a.event_id = ${event_id} and a.event_at = ${event_at} and a.endpoint_id = ${endpoint_id}
    order by a.number
  `.execute(db);
  return rows;
}

export async function findBody(
  db: Reader,
  { event_id, event_at }: Pick<AttemptRow, 'event_id' | 'event_at'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ body: string }>`
    select body from webhook_messages where event_id = ${event_id} and event_at = ${event_at}
  `.execute(db);
  return rows[0]?.body;
}

/** Moves an attempt that waits for its time to the front. */
export async function hasten(tx: Tx, attemptId: number, eventAt: Temporal.Instant, now: Temporal.Instant) {
  await sql`
    with hurried as (
      update webhook_queue set due_at = ${now}, try = 1 where attempt_id = ${attemptId} returning attempt_id
    )
    update webhook_attempts a set cause = 'replay', try = 1, next_attempt_at = ${now} from hurried
    where a.id = hurried.attempt_id and a.event_at = ${eventAt}
  `.execute(tx);
}

/** Queues the attempts of `made`, due at once. */
export const queueMade = (now: Temporal.Instant) => sql`
  insert into webhook_queue (attempt_id, endpoint_id, event_id, event_at, try, due_at)
  select id, endpoint_id, event_id, event_at, 1, ${now}::timestamptz from made`;

/** One more attempt after each row of `last`, due at once. */
export const insertNext = (cause: AttemptCause, now: Temporal.Instant) => sql`
  insert into webhook_attempts (delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number, cause,
                                next_attempt_at, created_at)
  select delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number + 1, ${cause}::text,
    ${now}::timestamptz, ${now}::timestamptz
  from last order by id`;

/** One more attempt after the last one, due at once. */
export async function insertFollowing(
  tx: Tx,
  last: Pick<AttemptRow, 'id' | 'event_at'>,
  cause: AttemptCause,
  now: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with last as (select * from webhook_attempts where id = ${last.id} and event_at = ${last.event_at}),
    made as (${insertNext(cause, now)} returning id, endpoint_id, event_id, event_at), queued as (${queueMade(now)})
    select id from made
  `.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no attempt was made');
  return id;
}
