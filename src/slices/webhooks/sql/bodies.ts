import { sql } from 'kysely';
import { formatInstant } from '#kernel/time.ts';
import { jsonLines, type Reader, type Tx } from '#platform/db/index.ts';
import type { EventKey } from '#platform/outbox/index.ts';

export interface BodyRow {
  readonly event_id: string;
  readonly event_at: Temporal.Instant;
  readonly organization_id: number;
  /** JSON. */
  readonly body: string;
}

/** What was or will be sent of these events. The history knows their time as envelopes do, in milliseconds. */
export async function selectBodies(db: Reader, events: readonly EventKey[]): Promise<BodyRow[]> {
  const { rows } = await sql<BodyRow>`
    select m.event_id, m.event_at, m.organization_id, m.body
    from unnest(${events.map(({ id }) => id)}::text[],
        ${events.map(({ created_at }) => formatInstant(created_at))}::timestamptz[],
        ${events.map(({ organization_id }) => organization_id)}::bigint[]) as given (event_id, event_at, organization_id)
    join webhook_messages m using (event_id, event_at, organization_id)
  `.execute(db);
  return rows;
}

export async function updateBodies(tx: Tx, rows: readonly BodyRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update webhook_messages m set body = given.body
    from unnest(${rows.map((row) => row.event_id)}::text[], ${rows.map((row) => row.event_at.toString())}::timestamptz[],
        ${rows.map((row) => row.organization_id)}::bigint[], ${jsonLines(rows.map((row) => row.body))})
      as given (event_id, event_at, organization_id, body)
    where m.event_id = given.event_id and m.event_at = given.event_at and m.organization_id = given.organization_id
  `.execute(tx);
}
