import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';

export type InactiveReason = 'manual' | 'gone' | 'failing';

export interface EndpointRow {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly url: string;
  readonly events: string[];
  readonly status: 'active' | 'inactive';
  readonly inactive_reason: InactiveReason | null;
  readonly inactive_since: Temporal.Instant | null;
  readonly previous_secret_until: Temporal.Instant | null;
  readonly created_by: number | null;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}

const columns = sql`id, organization_id, name, url, events, status, inactive_reason, inactive_since,
  previous_secret_until, created_by, created_at, updated_at`;

export async function findEndpoint(db: Reader, id: number): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${columns} from webhook_endpoints where id = ${id} and status <> 'deleted'
  `.execute(db);
  return rows[0];
}

/** For a change: held until the transaction ends. */
export async function lockEndpoint(tx: Tx, id: number): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${columns} from webhook_endpoints where id = ${id} and status <> 'deleted' for no key update
  `.execute(tx);
  return rows[0];
}

export interface EndpointFilter {
  readonly organizationId: number;
  readonly after: number;
  readonly limit: number;
}

export async function selectEndpoints(db: Reader, filter: EndpointFilter): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${columns} from webhook_endpoints
    where organization_id = ${filter.organizationId} and id > ${filter.after} and status <> 'deleted'
    order by id limit ${filter.limit}
  `.execute(db);
  return rows;
}

export async function countEndpoints(tx: Tx, organizationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from webhook_endpoints where organization_id = ${organizationId} and status <> 'deleted'
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface NewEndpoint {
  readonly organizationId: number;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly createdBy: number | null;
}

/** The secret is sealed with the endpoint's id, so the id is drawn first. */
export async function insertEndpoint(
  tx: Tx,
  endpoint: NewEndpoint,
  sealFor: (id: number) => Buffer,
  now: Temporal.Instant,
): Promise<EndpointRow> {
  const { rows: drawn } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('webhook_endpoints', 'id')) as id
  `.execute(tx);
  const id = drawn[0]?.id ?? 0;
  const { rows } = await sql<EndpointRow>`
    insert into webhook_endpoints (id, organization_id, name, url, events, secret, created_by, created_at, updated_at)
    values (${id}, ${endpoint.organizationId}, ${endpoint.name}, ${endpoint.url}, ${[...endpoint.events]}::text[],
            ${sealFor(id)}, ${endpoint.createdBy}, ${now}, ${now})
    returning ${columns}
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('no endpoint was made');
  return row;
}

export interface EndpointValues {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
}

export async function updateEndpoint(
  tx: Tx,
  id: number,
  { name, url, events }: EndpointValues,
  now: Temporal.Instant,
): Promise<void> {
  // Another address is another receiver: what is known of the old one's health says nothing about it.
  await sql`
    update webhook_endpoints set name = ${name}, events = ${[...events]}::text[], updated_at = ${now},
      version = version + (url <> ${url})::int, url = ${url},
      consecutive_failures = case when url = ${url} then consecutive_failures else 0 end,
      failing_since = case when url = ${url} then failing_since end,
      probe_at = case when url = ${url} then probe_at end
    where id = ${id}
  `.execute(tx);
}

export async function activate(tx: Tx, id: number, now: Temporal.Instant): Promise<void> {
  await sql`
    update webhook_endpoints set status = 'active', inactive_reason = null, inactive_since = null, updated_at = ${now},
      consecutive_failures = 0, failing_since = null, probe_at = null
    where id = ${id}
  `.execute(tx);
}

/**
 * What is queued for an inactive endpoint isn't sent; requests that have started run to their end. What a process has
 * taken and not sent yet is given back when it notices the new version.
 */
export async function deactivate(
  tx: Tx,
  id: number,
  reason: InactiveReason,
  now: Temporal.Instant,
): Promise<number> {
  await sql`
    update webhook_endpoints set status = 'inactive', inactive_reason = ${reason}, inactive_since = ${now},
      version = version + 1, updated_at = ${now}
    where id = ${id}
  `.execute(tx);
  return await cancelWaiting(tx, now, [id]);
}

export async function markDeleted(tx: Tx, id: number, now: Temporal.Instant): Promise<void> {
  await sql`
    update webhook_endpoints set status = 'deleted', secret = null, previous_secret = null,
      previous_secret_until = null, version = version + 1, updated_at = ${now}
    where id = ${id}
  `.execute(tx);
  await cancelWaiting(tx, now, [id]);
}

/** What waits for those of these endpoints that are no longer active. */
export async function cancelWaiting(
  tx: Tx,
  now: Temporal.Instant,
  endpointIds: readonly number[],
): Promise<number> {
  return await cancelQueued(
    tx,
    now,
    sql`endpoint_id = any(array(
      select id from webhook_endpoints where id = any(${[...endpointIds]}::bigint[]) and status <> 'active'))`,
  );
}

/** Of all endpoints that are not active, some at a time: one may have been given a delivery at the very last moment. */
export async function cancelOrphaned(tx: Tx, now: Temporal.Instant, limit: number): Promise<number> {
  return await cancelQueued(
    tx,
    now,
    sql`attempt_id = any(array(
      select q.attempt_id from webhook_endpoints p join webhook_queue q on q.endpoint_id = p.id
      where p.status <> 'active' and (q.token is null or q.due_at <= ${now}) limit ${limit}))`,
  );
}

async function cancelQueued(tx: Tx, now: Temporal.Instant, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from webhook_queue where ${which} and (token is null or due_at <= ${now}) returning attempt_id, event_at
    ), cancelled as (
      update webhook_attempts a
      set status = 'cancelled', troubled = true, finished_at = ${now}, next_attempt_at = null,
        error_code = 'endpoint_inactive'
      from gone where a.id = gone.attempt_id and a.event_at = gone.event_at
      returning 1
    )
    select count(*) from cancelled
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What is held on a person here: that they have made an endpoint. */
export async function selectMadeBy(db: Reader, userId: number) {
  const { rows } = await sql<{
    id: number;
    organization_id: number;
    name: string;
    created_at: Temporal.Instant;
  }>`
    select id, organization_id, name, created_at from webhook_endpoints where created_by = ${userId} order by id
  `.execute(db);
  return rows;
}

export interface SealedSecrets {
  readonly secret: Buffer;
  readonly previousUntil: Temporal.Instant;
}

/** The secret so far goes on signing beside the new one until the given time. */
export async function replaceSecret(
  tx: Tx,
  id: number,
  { secret, previousUntil }: SealedSecrets,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update webhook_endpoints set previous_secret = secret, previous_secret_until = ${previousUntil}, secret = ${secret},
      version = version + 1, updated_at = ${now}
    where id = ${id}
  `.execute(tx);
}

export interface SenderRow {
  readonly id: number;
  readonly url: string;
  readonly version: number;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  readonly previous_secret_until: Temporal.Instant | null;
}

/** What it takes to send: the address and the sealed secrets. */
export async function selectSenders(db: Reader, ids: readonly number[]): Promise<SenderRow[]> {
  const { rows } = await sql<SenderRow>`
    select id, url, version, secret, previous_secret, previous_secret_until
    from webhook_endpoints where id = any(${[...ids]}::bigint[]) and status <> 'deleted'
  `.execute(db);
  return rows;
}

/** Also those that are no longer active. */
export async function selectEndpointIds(
  db: Reader,
  organizationIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from webhook_endpoints where organization_id = any(${[...organizationIds]}::bigint[])
  `.execute(db);
  return new Set(rows.map((row) => row.id));
}
