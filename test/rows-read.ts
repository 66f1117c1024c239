import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** How many rows this transaction has read so far of the tables whose names begin like this. */
export async function rowsRead(tx: Tx, tables: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where starts_with(relname, ${tables})
  `.execute(tx);
  return rows[0]?.read ?? Infinity;
}
