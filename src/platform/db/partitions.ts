import { sql } from 'kysely';
import { type Database, inTransaction } from './index.ts';

/** A pool or a client. */
interface Connection {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Makes the partitions of this time and of the time ahead. The migrations say which tables have them (`history.tables`).
 * Called at every start and by the clean-up: weeks before a partition is needed, it exists.
 */
export async function ensurePartitions(connection: Connection, now: Temporal.Instant): Promise<void> {
  await connection.query('select history.ensure_all($1)', [now.toString()]);
}

/**
 * Drops what was kept for long enough, a whole partition at a time. Dropping one locks its table: if that takes longer
 * than others should wait, the next run tries again. If one fails, the others are still dropped; then the first failure is
 * thrown.
 */
export async function dropPartitions(database: Database, now: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from history.partitions where high <= ${now}::timestamptz - make_interval(days => kept_days) order by low, name
  `.execute(database.db);
  const dropped: string[] = [];
  const failures: unknown[] = [];
  for (const { name } of rows) {
    try {
      if (await dropPartition(database, name)) dropped.push(name);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return dropped;
}

async function dropPartition(database: Database, name: string): Promise<boolean> {
  return await inTransaction(database, {}, async (tx) => {
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    const { rows } = await sql<{ gone: boolean }>`select history.drop_partition(${name}) as gone`.execute(tx);
    return rows[0]?.gone === true;
  });
}
