import { sql } from 'kysely';
import type { DomainEvent, RecordedEvent } from '#kernel/event.ts';
import { sortableId } from '#kernel/ids.ts';
import { formatInstant } from '#kernel/time.ts';
import { type Database, onCommit, send, type Tx } from '#platform/db/index.ts';
import { crashPoint } from './crash-point.ts';
import { wakeRelay } from './wake.ts';

/** Writes what happened in the transaction that made it happen. Several events cost one statement. */
export async function record(
  tx: Tx,
  now: Temporal.Instant,
  ...events: readonly DomainEvent[]
): Promise<string[]> {
  if (events.length === 0) return [];
  const ids = events.map(() => sortableId('evt', now));
  await send(
    tx,
    sql`
    insert into events (id, organization_id, type, data, created_at)
    select id, organization_id, type, data, ${now}
    from unnest(
      ${ids}::text[],
      ${events.map((event) => event.organizationId)}::bigint[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::jsonb[]
    ) as given (id, organization_id, type, data)
  `,
  );
  crashPoint('before-commit');
  onCommit(tx, () => crashPoint('after-commit'));
  onCommit(tx, wakeRelay);
  return ids;
}

/**
 * Events that someone outside says have happened. They are kept and handed to fan-outs by the code that accepts them; the
 * reactions of this service never see them, because nothing has checked what they say. An id that is known already
 * changes nothing. Returns the ids that are new.
 */
export async function recordFromOutside(
  tx: Tx,
  now: Temporal.Instant,
  events: readonly (DomainEvent & { readonly id: string })[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into events (id, organization_id, type, data, created_at, relayed)
    select id, organization_id, type, data, ${now}, true
    from unnest(
      ${events.map((event) => event.id)}::text[],
      ${events.map((event) => event.organizationId)}::bigint[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::jsonb[]
    ) as given (id, organization_id, type, data)
    on conflict (id) do nothing
    returning id
  `.execute(tx);
  return rows.map((row) => row.id);
}

export async function readEvents(
  database: Pick<Database, 'db'>,
  ids: readonly string[],
): Promise<RecordedEvent[]> {
  const rows = await database.db
    .selectFrom('events')
    .select(['id', 'organization_id', 'type', 'data', 'created_at'])
    // One text for every number of ids: a list of placeholders would be a new statement to prepare each time.
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('position')
    .execute();
  return rows.map(asRecorded);
}

export interface StoredEvent {
  readonly id: string;
  readonly organization_id: number;
  readonly type: string;
  readonly data: unknown;
  readonly created_at: Temporal.Instant;
}

export function asRecorded(row: StoredEvent): RecordedEvent {
  return {
    id: row.id,
    type: row.type,
    organizationId: row.organization_id,
    createdAt: formatInstant(row.created_at),
    data: row.data,
  };
}
