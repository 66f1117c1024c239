import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { createSealer, type Database, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';

/** Tests run on a real PostgreSQL that the test command starts; each file gets its own database. */
const template = 'muster_template';

export const testSecret = 'a secret that only tests use, of 32 characters and more';

function serverUrl(): string {
  const url = process.env['MUSTER_TEST_DATABASE_URL'];
  if (!url) throw new Error('MUSTER_TEST_DATABASE_URL is not set: run the tests with `npm test -- <file>`');
  return url;
}

/** Migrates one database that all others are cloned from. */
export async function prepareTemplate(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`drop database if exists ${template} with (force)`);
    await client.query(`create database ${template}`);
  });
  await migrate(withDatabase(url, template));
}

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
  return { ...database, url };
}

/** With `MUSTER_TEST_POOLER` (host and port), statements go through that pooler; tests create databases directly. */
export function addressesOf(url: string): { url: string; directUrl?: string } {
  const pooler = process.env['MUSTER_TEST_POOLER'];
  return pooler ? { url: url.replace(new URL(url).host, pooler), directUrl: url } : { url };
}

/** For tests that count statements: behind a pooler, each gets a transaction. */
export const skipBehindPooler = process.env['MUSTER_TEST_POOLER'] ? 'the pooler adds statements' : false;

/** A database without any table, for tests of migrations and of whole processes. The caller drops it. */
export async function createDatabase(source = 'template1'): Promise<string> {
  const name = `muster_${randomBytes(6).toString('hex')}`;
  // Copying its files takes a fifth of the CPU that the default takes, which writes every page to the log.
  const copy = `create database ${name} template ${source} strategy file_copy`;
  await onServer(serverUrl(), (client) => client.query(copy));
  return withDatabase(serverUrl(), name);
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(serverUrl(), (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function onServer<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}
