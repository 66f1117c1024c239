import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresError, findRunningPostgres, startEmbeddedPostgres } from '@muster/embedded-postgres';
import pg from 'pg';
import type { Config } from '#platform/config/index.ts';
import { assertDistributable, distribute, isDistributed } from '#platform/db/distribute.ts';
import { createSealer, type Database, errorCode, isCluster, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { findWritable, withoutPassword } from '#platform/db/servers.ts';
import type { Log } from '#platform/log/index.ts';
import { placement } from './placement.ts';
import { StartupError } from './startup-error.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** Where the data lies, in words for a person. */
  readonly place: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Command-line tools may join a PostgreSQL that a running service has started in the same folder. */
  readonly join?: boolean;
  readonly name: string;
}

const oldest = 15;

/** Finds or starts PostgreSQL, brings it up to date, and opens the pool. */
export async function openMigrated(config: Config, log: Log, options: OpenOptions): Promise<OpenedDatabase> {
  const dataDir = resolve(config.dataDir);
  const server = await findServer(config, dataDir, log, options);
  try {
    await assertReachable(server);
    await migrate(server.directUrl);
    if (await isDistributed(server.directUrl)) await distribute(server.directUrl, placement);
    const sealer = createSealer(config.secret ?? (await keptSecret(dataDir)));
    const database = openDatabase({
      url: server.url,
      directUrl: server.directUrl,
      readUrl: config.databaseReadUrl,
      size: config.poolSize,
      name: options.name,
      sealer,
      onError: (error) => log.debug({ err: error }, 'idle database connection lost'),
      onReplicaProblem: (reason) =>
        log.warn({ reason }, 'reads don’t use the replica: check DATABASE_READ_URL'),
    });
    await assertSameSecret(database);
    // Found out once, before the first request.
    await isCluster(database.db);
    return {
      database,
      place: server.place,
      async close() {
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Migrations alone: no secret is needed, so none is made. With `distributes`, also gives the tables their places on a Citus cluster. */
export async function migrateOnly(
  config: Config,
  log: Log,
  options: { distributes: boolean; report(line: string): void },
): Promise<string> {
  const server = await findServer(config, resolve(config.dataDir), log, {
    join: true,
    name: 'muster migrate',
  });
  try {
    await assertReachable(server);
    if (options.distributes) await assertDistributable(server.directUrl);
    for (const name of await migrate(server.directUrl)) options.report(`applied ${name}`);
    if (options.distributes || (await isDistributed(server.directUrl)))
      await distribute(server.directUrl, placement, options.report);
    return server.place;
  } finally {
    await server.stop();
  }
}

interface Server {
  readonly url: string;
  /** Around a pooler, if there is one. */
  readonly directUrl: string;
  readonly place: string;
  stop(): Promise<void>;
}

async function findServer(config: Config, dataDir: string, log: Log, options: OpenOptions): Promise<Server> {
  if (config.databaseUrl) {
    const { databaseUrl: url, databaseListenUrl: directUrl = url } = config;
    return { url, directUrl, place: withoutPassword(url), stop: async () => {} };
  }
  try {
    const running = options.join ? await findRunningPostgres(dataDir) : undefined;
    if (running) return { ...embeddedAt(running.url), place: dataDir, stop: async () => {} };
    const settings = { max_connections: String(connectionsFor(config)) };
    const embedded = await startEmbeddedPostgres({ dataDir, settings, onLog: (line) => log.warn(line) });
    return { ...embeddedAt(embedded.url), place: dataDir, stop: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    const settings = 'MUSTER_DATA_DIR sets the data folder, DATABASE_URL another PostgreSQL server.';
    throw new StartupError(`${error.message}\n${settings}`, { cause: error });
  }
}

/** Enough for all processes, a separate worker and a few tools. */
function connectionsFor({ processes, poolSize }: Config): number {
  return Math.max(100, (processes + 2) * (poolSize + 2) + 20);
}

const embeddedAt = (url: string) => ({ url, directUrl: url });

async function assertReachable({ url, directUrl }: Server): Promise<void> {
  await assertSupported('DATABASE_URL', url);
  if (directUrl !== url) await assertSupported('DATABASE_LISTEN_URL', directUrl);
}

async function assertSupported(setting: string, url: string): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: await findWritable(url), connectionTimeoutMillis: 5_000 });
    // A connection that breaks while idle fails with the next query.
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    );
    const major = Math.floor((rows[0]?.number ?? 0) / 10_000);
    if (major < oldest) {
      throw new StartupError(
        `${setting}: this is PostgreSQL ${major}. Muster needs PostgreSQL ${oldest} or newer.`,
      );
    }
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(explainConnection(setting, url, error));
  } finally {
    await client?.end().catch(() => {});
  }
}

function explainConnection(setting: string, url: string, error: unknown): string {
  const place = withoutPassword(url);
  const code = errorCode(error);
  switch (code) {
    case 'ERR_INVALID_URL':
      return `${setting} is not a valid address. Use the form postgres://user:password@host:5432/database.`;
    case '28P01':
    case '28000':
      return `${setting}: PostgreSQL at ${place} refused the user or the password. Check both.`;
    case '3D000':
      return `${setting}: the database does not exist at ${place}. Create it first.`;
    default: {
      const reason = (error as Error).message || code || 'no answer';
      return `${setting}: PostgreSQL at ${place} cannot be reached (${reason}). Check that it is running and that the address is right.`;
    }
  }
}

/** With another secret nothing that is sealed could be opened: better said at the start than at every request. */
async function assertSameSecret(database: Database): Promise<void> {
  const mark = database.sealer.digest('installation', 'secret').toString('base64url');
  const { db, pool } = database;
  await pool.query(`insert into installation (name, value) values ('secret', $1) on conflict do nothing`, [
    mark,
  ]);
  const kept = await db.selectFrom('installation').select('value').where('name', '=', 'secret').execute();
  if (kept[0]?.value === mark) return;
  await database.close();
  throw new StartupError(
    'MUSTER_SECRET: this database was set up with another secret. Set MUSTER_SECRET to that one. If it was never set, restore the file "secret" that the first start made in its MUSTER_DATA_DIR.',
  );
}

/** Made at the first start and kept beside the data. Several machines on one database must share MUSTER_SECRET. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    await chmod(file, 0o600);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw new StartupError(
        `MUSTER_DATA_DIR: the secret cannot be saved in ${dataDir} (${(error as Error).message}). Set MUSTER_SECRET, or use another folder.`,
      );
    }
  }
  return (await readFile(file, 'utf8')).trim();
}
