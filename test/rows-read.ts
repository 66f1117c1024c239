import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';

/** How many rows this transaction has read so far of the tables whose names begin like this. */
export async function rowsRead(tx: Tx, tables: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where starts_with(relname, ${tables})
  `.execute(tx);
  return rows[0]?.read ?? Infinity;
}

export interface Reading {
  /** Rows of tables and entries of indexes. */
  readonly rows: number;
  /** How often an index was searched: once for each row of another table, if the plan is a loop. */
  readonly searches: number;
}

/** What some work reads of a table. The database has a single connection, which says what it has counted so far. */
export async function readingOf(
  { db }: Pick<Database, 'db'>,
  table: string,
  work: () => Promise<unknown>,
): Promise<Reading> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<Reading>`
      select (max(t.seq_tup_read) + coalesce(sum(i.idx_tup_read), 0))::int as rows,
        coalesce(sum(i.idx_scan), 0)::int as searches
      from pg_stat_user_tables t left join pg_stat_user_indexes i on i.relid = t.relid where t.relname = ${table}
    `.execute(db);
    return rows[0] ?? { rows: Infinity, searches: Infinity };
  };
  const before = await count();
  await work();
  const after = await count();
  return { rows: after.rows - before.rows, searches: after.searches - before.searches };
}
