import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations as migrateQueue } from 'graphile-worker';
import pg from 'pg';
import { OperatorError } from '#kernel/operator-error.ts';
import { errorCode } from './failures.ts';
import { ensurePartitions } from './partitions.ts';
import { findWritable } from './servers.ts';
import { syncZones } from './zones.ts';

/** Forward only: numbered files, each run once in its own transaction, one process at a time. */
const ownFolder = new URL('../../../migrations/', import.meta.url);
// Any constant will do as long as it never changes: it names this program's migration lock.
const lockKey = 7_305_112_026;

/**
 * On a Citus cluster, a table that references others stays where it is until it gets its place, a transaction uses one
 * connection to each node, as changes of tables and functions require, and triggers on rows are allowed: ours only use
 * rows of the same organization. Plain PostgreSQL ignores all three.
 */
const citusSettings = `
  set local citus.enable_local_reference_table_foreign_keys = off;
  set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.enable_unsafe_triggers = on`;

/** Checksums of earlier texts with the same effect, together with what follows them: a database that has one is up to date too. */
const earlierTexts: Readonly<Record<string, string>> = {
  '0027_cancelled_drafts.sql': '0e32c5ad6d7fc57629604bf131544973e49a8a0675e088bfa5b79936d076b588',
  '0034_reasons.sql': 'b34339c0af580c8831664802e2614a0efa637c51b717744c8eaea9860c77d4ce',
};

export class MigrationError extends OperatorError {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Brings the database up to date and returns the names of the migrations that were applied now. */
export async function migrate(address: string, folder: URL = ownFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const url = await findWritable(address);
  const client = new pg.Client({ connectionString: url, application_name: 'muster migrate' });
  // A connection that breaks is reported by the statement that needs it.
  client.on('error', () => {});
  await client.connect();
  const applied: string[] = [];
  try {
    for (;;) {
      const name = await locked(client, () => applyNext(client, migrations));
      if (name === undefined) break;
      applied.push(name);
    }
    await locked(client, () => migrateQueue({ connectionString: url, taskList: {} }));
    if (folder === ownFolder) {
      await syncZones(client);
      await locked(client, () => ensurePartitions(client, Temporal.Now.instant()));
    }
    return applied;
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new MigrationError(
      `The database user cannot create tables. Make it the owner of the database. (${(error as Error).message})`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/**
 * The lock ends with its transaction, not with the session: behind a pooler in transaction mode a session
 * lock would stay on someone else's connection.
 */
export async function locked<Answer>(client: pg.Client, work: () => Promise<Answer>): Promise<Answer> {
  await client.query('begin');
  try {
    await client.query(citusSettings);
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const answer = await work();
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function applyNext(client: pg.Client, migrations: readonly Migration[]): Promise<string | undefined> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  refuseDrift(rows, migrations);
  const done = new Set(rows.map((row) => row.name));
  const next = migrations.find((migration) => !done.has(migration.name));
  if (!next) return undefined;
  try {
    for (const statement of statementsOf(next.sql)) await client.query(statement);
  } catch (error) {
    throw new MigrationError(`Migration ${next.name} failed: ${(error as Error).message}`, { cause: error });
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    next.name,
    next.checksum,
  ]);
  return next.name;
}

/** Comments, texts, names and bodies of functions are pieces, whatever is in them; so is each semicolon between them. */
const pieces = /--[^\n]*|'[^']*'|"[^"]*"|(\$\w*\$).*?\1|[^-'"$;]+|./gs;

/** Sent one by one: Citus gives the other nodes the whole text of what it was sent, and they take one statement at a time. */
export function statementsOf(text: string): string[] {
  const statements = [''];
  for (const [piece] of text.matchAll(pieces))
    if (piece === ';') statements.push('');
    else statements.push(statements.pop() + piece);
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

function refuseDrift(
  rows: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const row of rows) {
    const checksum = known.get(row.name);
    if (checksum === undefined) {
      throw new MigrationError(
        `The database was updated by a newer version of Muster (migration ${row.name}). Start that version.`,
      );
    }
    if (checksum !== row.checksum && earlierTexts[row.name] !== row.checksum) {
      throw new MigrationError(
        `Migration ${row.name} was changed after it was applied. Restore the file and write a new migration instead.`,
      );
    }
  }
}

export async function readMigrations(folder: URL = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (name) => {
      // Line ends differ between checkouts; the checksum must not.
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
