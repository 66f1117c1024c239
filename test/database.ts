import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { placement } from '#app/placement.ts';
import { clusterSettings, distribute } from '#platform/db/distribute.ts';
import { createSealer, type Database, isCluster, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { endSessions, findNodes, formCluster } from './citus.ts';
import { eventually } from './until.ts';

/** Tests run on a real PostgreSQL that the test command starts; each file gets its own database. */
const template = 'muster_template';

export const testSecret = 'a secret that only tests use, of 32 characters and more';

function serverUrl(): string {
  const url = process.env['MUSTER_TEST_DATABASE_URL'];
  if (!url) throw new Error('MUSTER_TEST_DATABASE_URL is not set: run the tests with `npm test -- <file>`');
  return url;
}

/** The addresses of all nodes of a Citus cluster, the coordinator first; of plain PostgreSQL, its own. */
function nodeUrls(): string[] {
  return (process.env['MUSTER_TEST_NODES'] || serverUrl()).split(' ');
}

/** Migrates one database that all others are cloned from. On the coordinator of a Citus cluster, it is distributed. */
export async function prepareTemplate(url: string): Promise<void> {
  const nodes = await findNodes(url);
  process.env['MUSTER_TEST_NODES'] = nodes.join(' ');
  for (const node of nodes) {
    await queryOnce(node, `drop database if exists ${template} with (force)`);
    await queryOnce(node, `create database ${template}`);
  }
  const databases = nodes.map((node) => withDatabase(node, template));
  if (nodes.length > 1) await formCluster(databases);
  await migrate(withDatabase(url, template));
  if (nodes.length > 1) await distribute(withDatabase(url, template), placement);
}

export const templateUrl = (url: string): string => withDatabase(url, template);

export interface FreshDatabase extends Database {
  readonly url: string;
}

/** An empty migrated database, dropped when the file's tests have run. */
export async function freshDatabase(
  options: { size?: number; cloneOf?: string } = {},
): Promise<FreshDatabase> {
  const url = await createDatabase(options.cloneOf ?? template);
  const database = openDatabase({
    ...addressesOf(url),
    size: options.size ?? 10,
    name: 'muster test',
    sealer: createSealer(testSecret),
  });
  after(async () => {
    await database.close();
    await dropDatabase(url);
  });
  // As at the start of the service: the first request doesn't have to ask.
  await isCluster(database.db);
  return { ...database, url };
}

/** With `MUSTER_TEST_POOLER` (host and port), statements go through that pooler; tests create databases directly. */
export function addressesOf(url: string): { url: string; directUrl?: string } {
  const pooler = process.env['MUSTER_TEST_POOLER'];
  return pooler ? { url: url.replace(new URL(url).host, pooler), directUrl: url } : { url };
}

/** The address around the pooler, if this one leads through it. */
export function directAddress(url: string): string {
  const pooler = process.env['MUSTER_TEST_POOLER'];
  return pooler ? url.replace(pooler, new URL(serverUrl()).host) : url;
}

/** For tests that count statements: behind a pooler, each gets a transaction. */
export const skipBehindPooler = process.env['MUSTER_TEST_POOLER'] ? 'the pooler adds statements' : false;

const unasked = 'not-asked-for';

/** For tests of a wrong password: some servers ask for none, such as a cluster on one machine. */
export const skipWithoutPassword = (url: string) =>
  new URL(url).password === unasked && 'this server asks for no password';

/** For tests of what only a cluster can do. */
export const skipWithoutCitus = (process.env['MUSTER_TEST_NODES'] ?? '').includes(' ')
  ? false
  : 'needs MUSTER_TEST_DATABASE_URL of a Citus coordinator';

/** A cluster without any table. The caller drops it. */
export async function createCluster(): Promise<string> {
  const url = await createDatabase();
  await formCluster(nodeUrls().map((node) => withDatabase(node, new URL(url).pathname.slice(1))));
  return url;
}

/** A database without any table, for tests of migrations and of whole processes. The caller drops it. */
export async function createDatabase(source = 'template1'): Promise<string> {
  const name = `muster_${randomBytes(6).toString('hex')}`;
  // Copying its files takes a fifth of the CPU that the default takes, which writes every page to the log.
  const copy = `create database ${name} template ${source} strategy file_copy`;
  const nodes = nodeUrls();
  if (nodes.length > 1) await endSessions(nodes, source);
  await Promise.all(nodes.map((node) => queryOnce(node, copy)));
  // A clone doesn't have the settings of its source.
  for (const [setting, value] of Object.entries(nodes.length > 1 ? clusterSettings : {}))
    await queryOnce(serverUrl(), `alter database ${name} set ${setting} = '${value}'`);
  return withDatabase(serverUrl(), name);
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  // The coordinator first: its sessions use those of the workers. Citus itself may open another one in between.
  for (const node of nodeUrls())
    await eventually(() => queryOnce(node, `drop database if exists ${name} with (force)`));
}

/** One statement on its own connection. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * How many transactions in this database wait for a lock: on a cluster, on the nodes where the rows are, whose tables have
 * numbers behind their names. All, or those with such a statement, as a pattern for `ilike`.
 */
export async function countWaiting(url: string, statement = '%'): Promise<number> {
  const waiting = `
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`;
  let count = 0;
  for (const node of await findNodes(url)) count += (await queryOnce(node, waiting, [statement])).length;
  return count;
}

export const isAnyoneWaiting = async (url: string): Promise<boolean> => (await countWaiting(url)) > 0;

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  // Tests look for it in texts. A server that asks for none accepts any.
  parsed.password ||= process.env['PGPASSWORD'] || unasked;
  return parsed.toString();
}
