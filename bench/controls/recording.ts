import { Kysely } from 'kysely';
import type { Pool, QueryConfig, QueryConfigValues } from 'pg';
import { PooledDialect } from '#platform/db/driver.ts';
import { createSealer, type Database, type DB } from '#platform/db/index.ts';

export type Recorded = QueryConfig<QueryConfigValues<unknown[]>> & { readonly isSentAhead?: boolean };

/**
 * The statements of a command as the service itself sends them: it runs on a connection that only takes notes and
 * returns prepared results. So the statements that it is held against can never be others than its own.
 */
export async function recordStatements(
  rowsFor: (text: string) => readonly object[],
  command: (database: Database) => Promise<unknown>,
): Promise<Recorded[]> {
  const notes: Recorded[] = [];
  const client = {
    async query(given: string | Recorded) {
      const query = typeof given === 'string' ? { text: given } : given;
      notes.push(query);
      const rows = rowsFor(query.text);
      return { command: query.text === 'commit' ? 'COMMIT' : 'SELECT', rowCount: rows.length, rows };
    },
    release() {},
    connection: { stream: { cork() {}, uncork() {} } },
  };
  const pool = { connect: async () => client } as unknown as Pool;
  const db = new Kysely<DB>({
    dialect: new PooledDialect(pool, { statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 }),
  });
  const sealer = createSealer('nothing is sealed');
  const database: Database = { db, pool, queuePool: pool, sealer, url: '', async close() {} };
  // Statements get their prepared names when they are seen again.
  for (let time = 0; time < 3; time += 1) {
    notes.length = 0;
    await command(database);
  }
  return notes;
}

/** The caller of the recorded command. */
export function recordedCall(userId: number) {
  return {
    actor: { kind: 'person', userId, sessionId: 1, language: 'en' },
    language: 'en',
    now: Temporal.Now.instant(),
    requestId: crypto.randomUUID(),
    address: '127.0.0.1',
    userAgent: 'muster-bench',
  } as const;
}
