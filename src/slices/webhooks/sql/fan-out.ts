import { sql } from 'kysely';
import { jsonLines, type Tx } from '#platform/db/index.ts';
import type { Match, Subscriber } from '../rules/match.ts';
import type { Claim, ClaimedRow } from './queue.ts';

export async function selectSubscribers(tx: Tx, organizationIds: readonly number[]): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select id, organization_id, events, version, consecutive_failures > 0 as failing, probe_at is null as sound
    from webhook_endpoints
    where organization_id = any (${[...organizationIds]}::bigint[]) and status = 'active'
  `.execute(tx);
  return rows;
}

/** An event and the bytes that are sent of it. */
export interface Message {
  readonly eventId: string;
  readonly eventAt: string;
  readonly organizationId: number;
  readonly type: string;
  /** JSON. */
  readonly body: string;
}

/**
 * Writes deliveries, and what is sent, in one statement without a join. Those that are taken already belong to the claim:
 * they can be sent the moment this commits, without being looked for. Returns those. Looking for rows that are there already
 * takes 12 of the 52 µs that PostgreSQL needs for a delivery, so it is done only if there may be some.
 */
export async function insertDeliveries(
  tx: Tx,
  messages: readonly Message[],
  matches: readonly Match[],
  now: Temporal.Instant,
  claim: Claim,
  mayBeRepeated: boolean,
): Promise<Pick<ClaimedRow, 'attempt_id' | 'event_id' | 'endpoint_id'>[]> {
  const unlessThere = mayBeRepeated ? sql`on conflict do nothing` : sql``;
  const { rows } = await sql<ClaimedRow>`
    with message as (
      insert into webhook_messages (event_id, event_at, organization_id, event_type, body)
      select * from unnest(
        ${messages.map((message) => message.eventId)}::text[], ${messages.map((message) => message.eventAt)}::timestamptz[],
        ${messages.map((message) => message.organizationId)}::bigint[], ${messages.map((message) => message.type)}::text[],
        ${jsonLines(messages.map((message) => message.body))})
      ${unlessThere}
    ), attempt as (
      insert into webhook_attempts (id, delivery_id, event_id, event_at, organization_id, event_type, endpoint_id, number,
                                    cause, next_attempt_at, created_at)
      select id, id, event_id, event_at, organization_id, event_type, endpoint_id, 1, 'event',
        case when not taken then ${now}::timestamptz end, ${now}::timestamptz
      from (
        select nextval('webhook_attempt_ids') as id, given.* from unnest(
          ${matches.map(({ event }) => event.id)}::text[], ${matches.map(({ event }) => event.createdAt)}::timestamptz[],
          ${matches.map(({ event }) => event.organizationId)}::bigint[], ${matches.map(({ event }) => event.type)}::text[],
          ${matches.map(({ subscriber }) => subscriber.id)}::bigint[], ${matches.map(({ taken }) => taken)}::boolean[]
        ) as given (event_id, event_at, organization_id, event_type, endpoint_id, taken)
      ) as drawn
      ${unlessThere}
      returning id, endpoint_id, event_id, event_at, next_attempt_at
    ), queued as (
      insert into webhook_queue (attempt_id, endpoint_id, event_id, event_at, try, due_at, token)
      select id, endpoint_id, event_id, event_at, 1, coalesce(next_attempt_at, ${claim.until}::timestamptz),
        case when next_attempt_at is null then ${claim.token}::bigint end
      from attempt
      returning attempt_id, endpoint_id, event_id, token
    )
    select attempt_id, endpoint_id, event_id from queued where token is not null
  `.execute(tx);
  return rows;
}
