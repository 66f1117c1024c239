import { type RawBuilder, sql } from 'kysely';
import type { Database } from './handles.ts';

/** Rows that are kept for a while only. */
export interface Expiring {
  readonly name: string;
  /** One statement that removes at most so many of them, found by an index. */
  remove(now: Temporal.Instant, limit: number): RawBuilder<unknown>;
}

interface Age {
  readonly table: string;
  readonly schema?: string;
  /** An indexed time. */
  readonly column: string;
  readonly keptHours: number;
  /** Which rows, if not all of them. */
  readonly only?: RawBuilder<unknown>;
  /** The primary key of a table that can be distributed: on Citus, a place in the table says nothing. */
  readonly key?: readonly string[];
}

/**
 * Rows whose time is longer ago than they are kept. They are deleted by their place in the table, so the plan is an index
 * scan for the oldest and nothing else, and rows that another transaction holds are left for the next run. Tables that can
 * be distributed are asked by key, on all shards.
 */
export function olderThan({ table, schema = 'public', column, keptHours, only, key }: Age): Expiring {
  const rows = sql.table(`${schema}.${table}`);
  const names = key && sql.join(key.map((name) => sql.ref(name)));
  const oldest = (now: Temporal.Instant, limit: number) => sql`
    select ${names ?? sql`ctid`} from ${rows}
    where ${sql.ref(column)} < ${now.subtract({ hours: keptHours })} ${only ? sql`and ${only}` : sql``}
    order by ${sql.ref(column)} limit ${limit}`;
  return {
    name: `${table}.${column}`,
    remove: (now, limit) =>
      names
        ? sql`delete from ${rows} where (${names}) in (${oldest(now, limit)})`
        : sql`delete from ${rows} where ctid = any(array(${oldest(now, limit)} for update skip locked))`,
  };
}

const day = 24;

/** What the platform itself keeps. Events are in partitions, which are dropped as a whole, but for these few. */
export const platformExpiring: readonly Expiring[] = [
  olderThan({ table: 'idempotency_keys', column: 'created_at', keptHours: day }),
  olderThan({ table: 'request_budgets', column: 'refilled_at', keptHours: 1 }),
  olderThan({ schema: 'history', table: 'events_other', column: 'created_at', keptHours: 90 * day }),
  olderThan({ table: 'undelivered_mail', column: 'created_at', keptHours: 7 * day }),
  // As long as a job that has failed can be tried again: from its last attempt.
  olderThan({ table: 'queued_mail', column: 'created_at', keptHours: 95 * day }),
  olderThan({ table: 'failed_jobs', column: 'failed_at', keptHours: 90 * day }),
  olderThan({ table: 'organization_failures', column: 'last_failed_at', keptHours: 90 * day }),
];

export interface CleanUpLimits {
  /** Rows in one statement. */
  readonly batch?: number;
  /** No further statement after this time; the next run goes on. */
  readonly budgetMs?: number;
}

/**
 * Removes what has expired, table by table in turns, so that a large one keeps no other waiting. If one fails, the others
 * are still cleaned up; then the first failure is thrown. Returns how many rows are gone.
 */
export async function cleanUp(
  database: Database,
  expiring: readonly Expiring[],
  now: Temporal.Instant,
  { batch = 1_000, budgetMs = 60_000 }: CleanUpLimits = {},
): Promise<number> {
  const deadlineMs = performance.now() + budgetMs;
  const failures: unknown[] = [];
  let removed = 0;
  let unfinished = expiring;
  do {
    const full: Expiring[] = [];
    for (const rows of unfinished) {
      try {
        const { numAffectedRows } = await rows.remove(now, batch).execute(database.db);
        const count = Number(numAffectedRows ?? 0);
        removed += count;
        if (count >= batch) full.push(rows);
      } catch (error) {
        failures.push(error);
      }
    }
    unfinished = full;
  } while (unfinished.length > 0 && performance.now() < deadlineMs);
  if (failures.length > 0) throw failures[0];
  return removed;
}
