import { type RawBuilder, sql } from 'kysely';
import type { DomainEvent, RecordedEvent } from '#kernel/event.ts';
import { sortableId } from '#kernel/ids.ts';
import { formatInstant } from '#kernel/time.ts';
import { type Database, jsonLines, onCommit, send, type Tx } from '#platform/db/index.ts';
import { isInBackground } from '#platform/jobs/background.ts';
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
    with written as (
      insert into events (id, organization_id, type, data, created_at)
      select id, organization_id, type, data, ${now}
      from unnest(
        ${ids}::text[],
        ${events.map((event) => event.organizationId)}::bigint[],
        ${events.map((event) => event.type)}::text[],
        ${jsonLines(events.map((event) => JSON.stringify(event.data)))}::jsonb[]
      ) as given (id, organization_id, type, data)
      returning position, organization_id, id, created_at
    )
    insert into outbox (position, organization_id, event_id, event_at, can_wait)
    select position, organization_id, id, created_at, ${isInBackground()}::boolean from written
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
 * changes nothing, in whichever organization and week it is known. Returns the ids that are new.
 */
export async function recordFromOutside(
  tx: Tx,
  now: Temporal.Instant,
  events: readonly (DomainEvent & { readonly id: string })[],
): Promise<string[]> {
  const ids = events.map((event) => event.id);
  // Two requests with the same id take turns: the key of the table contains more than the id.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(id, 0))
    from (select distinct id from unnest(${ids}::text[]) as given (id) order by id) as given
  `.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into events (id, organization_id, type, data, created_at)
    select distinct on (id) id, organization_id, type, data, ${now}::timestamptz
    from unnest(
      ${ids}::text[],
      ${events.map((event) => event.organizationId)}::bigint[],
      ${events.map((event) => event.type)}::text[],
      ${jsonLines(events.map((event) => JSON.stringify(event.data)))}::jsonb[]
    ) as given (id, organization_id, type, data)
    where not exists (select 1 from events e where e.id = given.id)
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
    .where(writtenWith(ids))
    .orderBy('position')
    .execute();
  return rows.map(asRecorded);
}

/**
 * Ids begin with their time, so weeks before it are not searched. In a subselect, because PostgreSQL expects nothing that is newer
 * than its statistics: it would not look up the ids, but go through all events of a burst.
 */
function writtenWith(ids: readonly string[]): RawBuilder<boolean> {
  const times = ids.map((id) => Number.parseInt(/^evt_([0-9a-f]{12})/.exec(id)?.[1] ?? '', 16));
  if (times.length === 0 || times.some(Number.isNaN)) return sql<boolean>`true`;
  const first = Temporal.Instant.fromEpochMilliseconds(Math.min(...times));
  return sql<boolean>`created_at >= (select ${first}::timestamptz)`;
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
