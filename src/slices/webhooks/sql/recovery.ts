import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { insertNext, queueMade } from './attempts.ts';

export interface Span {
  readonly endpointId: number;
  readonly organizationId: number;
  /** Subscribed to. */
  readonly events: readonly string[];
  readonly since: Temporal.Instant;
  /** When the recovery was asked for: what fails after that is not taken up a second time. */
  readonly until: Temporal.Instant;
  readonly limit: number;
}

/** Brings forward what waits for its next try. */
export async function hastenWaiting(
  tx: Tx,
  { endpointId, since }: Span,
  now: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with hurried as (
      update webhook_queue set due_at = ${now}
      where endpoint_id = ${endpointId} and event_at >= ${since} and due_at > ${now} and token is null
      returning attempt_id, event_at
    ), shown as (
      update webhook_attempts a set next_attempt_at = ${now} from hurried h
      where a.id = h.attempt_id and a.event_at = h.event_at
      returning 1
    )
    select count(*) from shown
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Tries again what was given up or never sent. */
export async function queueFailed(tx: Tx, span: Span, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with last as (
      select a.* from webhook_attempts a
      where a.organization_id = ${span.organizationId} and a.endpoint_id = ${span.endpointId} and a.troubled
        and a.status in ('given_up', 'cancelled') and a.event_at >= ${span.since} and a.created_at < ${span.until}
        and not exists (
          select 1 from webhook_attempts later
          where later.event_id = a.event_id and later.event_at = a.event_at and later.endpoint_id = a.endpoint_id
            and later.number > a.number)
      order by a.id limit ${span.limit}
    ), made as (
      ${insertNext('recovery', now)} on conflict do nothing returning id, endpoint_id, event_id, event_at
    ), queued as (${queueMade(now)} returning 1)
    select count(*) from queued
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Makes deliveries of events that happened while the endpoint did not receive them. */
export async function queueMissed(tx: Tx, span: Span, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with missed as materialized (
      -- Events are known to the millisecond outside.
      select e.id, e.position, e.organization_id, e.type, e.data, date_trunc('milliseconds', e.created_at) as created_at
      from events e
      where e.organization_id = ${span.organizationId} and e.type = any (${[...span.events]}::text[])
        and not exists (select 1 from outbox where outbox.event_id = e.id)
        and e.created_at >= ${span.since} and e.created_at < ${span.until}
        and not exists (
          select 1 from webhook_attempts a
          where a.event_id = e.id and a.event_at = date_trunc('milliseconds', e.created_at) and a.endpoint_id = ${span.endpointId})
      order by e.created_at, e.position limit ${span.limit}
    ), message as (
      insert into webhook_messages (event_id, event_at, organization_id, event_type, body)
      select e.id, e.created_at, e.organization_id, e.type, ${envelopeText} from missed e
      on conflict do nothing
    ), made as (
      insert into webhook_attempts (id, delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number,
                                    cause, next_attempt_at, created_at)
      select drawn.id, drawn.id, organization_id, ${span.endpointId}::bigint, event_id, created_at, type, 1, 'recovery',
        ${now}::timestamptz, ${now}::timestamptz
      from (select nextval('webhook_attempt_ids') as id, e.id as event_id, e.organization_id, e.created_at, e.type
            from missed e order by e.position) as drawn
      on conflict do nothing
      returning id, endpoint_id, event_id, event_at
    ), queued as (${queueMade(now)} returning 1)
    select count(*) from queued
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface SingleEvent {
  readonly id: string;
  readonly type: string;
  readonly organizationId: number;
  readonly data: unknown;
}

/** A delivery to one endpoint of something that no outbox has seen. */
export async function queueForOne(
  tx: Tx,
  endpointId: number,
  event: SingleEvent,
  now: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with e as materialized (
      select ${event.id}::text as id, ${event.type}::text as type, ${event.organizationId}::bigint as organization_id,
        ${now}::timestamptz as created_at, ${JSON.stringify(event.data)}::jsonb as data,
        nextval('webhook_attempt_ids') as attempt_id
    ), message as (
      insert into webhook_messages (event_id, event_at, organization_id, event_type, body)
      select e.id, e.created_at, e.organization_id, e.type, ${envelopeText} from e
    ), made as (
      insert into webhook_attempts (id, delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number,
                                    cause, next_attempt_at, created_at)
      select attempt_id, attempt_id, organization_id, ${endpointId}::bigint, id, created_at, type, 1, 'test', created_at,
        created_at
      from e
    )
    insert into webhook_queue (attempt_id, endpoint_id, event_id, event_at, try, due_at)
    select attempt_id, ${endpointId}::bigint, id, created_at, 1, created_at from e
    returning attempt_id as id
  `.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no attempt was made');
  return id;
}

/**
 * The envelope of an event, as text. It is put together once, where the event's data lies, and what is stored is what
 * is sent: a signature covers bytes, not meaning. Written for a row that is called `e`.
 */
export const envelopeText: RawBuilder<string> = sql`
  '{"id":"' || e.id || '","type":' || to_json(e.type)::text || ',"created_at":"'
  || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","organization_id":' || e.organization_id || ',"api_version":"v1","data":' || e.data::text || '}'`;
