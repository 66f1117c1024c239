import { sql } from 'kysely';
import { olderThan } from '#platform/db/clean-up.ts';
import { lockAll, type Reader, type Tx } from '#platform/db/index.ts';

/** Deliveries are kept for this long, by the time of their event. */
export const keptDays = 90;
const weeksAhead = 4;

/** Makes the partitions of this week and the next ones. */
export async function ensureWeeks(tx: Tx, now: Temporal.Instant): Promise<void> {
  await lockAll(tx, 'webhook_history', [1]);
  await sql`
    select webhook_history.ensure_week(
      (date_trunc('week', ${now}::timestamptz at time zone 'UTC') + make_interval(weeks => n))::date)
    from generate_series(0, ${weeksAhead}::int) as n
  `.execute(tx);
}

/** The partitions of weeks that have ended before the given time. */
export async function selectOldWeeks(db: Reader, before: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'webhook_history'::regnamespace and c.relkind = 'r'
      and c.relname ~ '^(messages|attempts)_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= (${before}::timestamptz at time zone 'UTC')::date
    order by c.relname
  `.execute(db);
  return rows.map((row) => row.name);
}

export async function dropWeek(tx: Tx, name: string): Promise<void> {
  await lockAll(tx, 'webhook_history', [1]);
  await sql`drop table if exists ${sql.id('webhook_history', name)}`.execute(tx);
}

const keptHours = keptDays * 24;

/**
 * What is in no week's partition: rows of the default ones, what has waited for longer than its history is kept, and
 * endpoints that were deleted so long ago that no delivery names them.
 */
export const expiringDeliveries = [
  olderThan({ table: 'webhook_queue', column: 'event_at', keptHours }),
  olderThan({ schema: 'webhook_history', table: 'attempts_other', column: 'event_at', keptHours }),
  olderThan({ schema: 'webhook_history', table: 'messages_other', column: 'event_at', keptHours }),
  olderThan({
    table: 'webhook_endpoints',
    column: 'updated_at',
    keptHours: keptHours + 30 * 24,
    only: sql`status = 'deleted'`,
  }),
];
