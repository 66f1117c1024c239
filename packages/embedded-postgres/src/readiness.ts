import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Address } from './address.ts';
import { EmbeddedPostgresError, hasCode } from './error.ts';
import { userName } from './initialise.ts';

const database = 'muster';
const pollMs = 15;
/** While the server recovers, each attempt leaves a line in its log. */
const recoveryPollMs = 100;
const silentMs = 30_000;

/** The path of the socket folder is encoded as the host: `pg`, libpq and `URL` all read it. */
export function urlOf(address: Address, password: string, name = database): string {
  const host = address.host.startsWith('/')
    ? encodeURIComponent(address.host)
    : `${address.host}:${address.port}`;
  return `postgresql://${userName}:${password}@${host}/${name}`;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that ends while we are connected is reported by the query, or by its exit.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function serverVersion(url: string): Promise<string> {
  const rows = await query<{ server_version: string }>(url, 'show server_version');
  // Some builds add where they come from: "18.4 (Debian …)".
  return rows[0]?.server_version.split(' ')[0] ?? '';
}

/** Returns the server's version once it takes queries; gives up when `hasEnded` says that it never will. */
export async function untilReady(
  address: Address,
  password: string,
  hasEnded: () => boolean,
): Promise<string> {
  const url = urlOf(address, password);
  for (let lastSign = Date.now(); ; ) {
    try {
      return await serverVersion(url);
    } catch (error) {
      if (hasEnded()) throw error;
      if (hasCode(error, '28P01')) {
        throw new EmbeddedPostgresError(
          'The password file in the PostgreSQL folder does not match the data.\nRestore both from the same backup.',
          { cause: error },
        );
      }
      // The database is made here, not after initdb, so that a start cut off in between is made good.
      if (hasCode(error, '3D000'))
        await query(urlOf(address, password, 'postgres'), `create database ${database}`);
      const recovers = hasCode(error, '57P03');
      // Recovery after a crash takes as long as it takes.
      if (recovers) lastSign = Date.now();
      if (Date.now() - lastSign > silentMs) throw error;
      await sleep(recovers ? recoveryPollMs : pollMs);
    }
  }
}
