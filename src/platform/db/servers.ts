import pg from 'pg';
import { errorCode } from './failures.ts';

/**
 * PostgreSQL at several addresses, of which one takes writes:
 * `postgres://user:password@db1:5432,db2:5432/muster?target_session_attrs=read-write`. The C library of PostgreSQL finds
 * that one on its own; node-postgres knows one address only.
 */
export interface Servers {
  /** One address for each server. */
  readonly urls: readonly string[];
  /** Whether a connection has to take writes. Otherwise there is one server, and any connection to it will do. */
  readonly mustWrite: boolean;
}

const addressForm = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?(.*))?$/s;
const writableAttributes = ['read-write', 'primary'];

/** Undefined for an address that cannot be read. */
export function parseServers(url: string): Servers | undefined {
  const [, start, hosts, path, query = ''] = addressForm.exec(url) ?? [];
  if (start === undefined || hosts === undefined) return undefined;
  const options = new URLSearchParams(query);
  const attributes = options.get('target_session_attrs');
  const isWritable = attributes !== null && writableAttributes.includes(attributes);
  if (!hosts.includes(',') && !isWritable) return { urls: [url], mustWrite: false };
  if (attributes !== null && !isWritable) return undefined;
  options.delete('target_session_attrs');
  const end = options.size > 0 ? `${path}?${options}` : path;
  const urls = hosts.split(',').map((host) => `${start}${host}${end}`);
  return urls.every((one) => URL.parse(one)?.host) ? { urls, mustWrite: true } : undefined;
}

/** The address as people may see it. */
export function withoutPassword(url: string): string {
  const { urls } = parseServers(url) ?? { urls: [url] };
  const [first, ...others] = urls.map((one) => URL.parse(one));
  if (!first) return 'the given address';
  first.password = '';
  return first.toString().replace(first.host, [first, ...others].map((one) => one?.host).join(','));
}

/** A server that doesn't answer within this time is left out. */
const probeMs = 2_000;

/** The address of the server that takes writes. It asks all of them at once; of several, the first in the list counts. */
export async function findWritable(url: string): Promise<string> {
  const servers = parseServers(url);
  if (!servers?.mustWrite) return url;
  const probes = servers.urls.map(probe);
  const reasons: string[] = [];
  for (const [index, one] of servers.urls.entries()) {
    const answer = await probes[index];
    if (answer === 'writable') return one;
    // A wrong password is not a failover.
    if (answer instanceof Error && /^(?:28|3D)/.test(errorCode(answer) ?? '')) throw answer;
    reasons.push(`${new URL(one).host}: ${answer instanceof Error ? answer.message : answer}`);
  }
  throw new NotWritableError(reasons.join('; '));
}

class NotWritableError extends Error {
  override readonly name = 'NotWritableError';
  /** As PostgreSQL calls it. */
  readonly code = '25006';

  constructor(reason: string) {
    super(`no server takes writes: ${reason}`);
  }
}

type Answer = 'writable' | 'read-only' | Error | undefined;

async function probe(url: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'muster probe',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await takesWrites(client)) ? 'writable' : 'read-only';
  } catch (error) {
    return error as Error;
  } finally {
    client.end().catch(() => {});
  }
}

async function takesWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
}

/**
 * What a pool needs to connect. With several servers it remembers the one that takes writes, checks it with every new
 * connection, and looks for another one when that fails.
 */
export function poolServers(url: string): Pick<pg.PoolConfig, 'connectionString' | 'Client'> {
  const servers = parseServers(url);
  if (!servers?.mustWrite) return { connectionString: url };
  let writable: Promise<string> | undefined;
  const forget = () => {
    writable = undefined;
  };
  const find = () => {
    if (!writable) {
      writable = findWritable(url);
      writable.catch(forget);
    }
    return writable;
  };
  class WritableClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(
        () => process.nextTick(callback, null),
        (error: Error) => process.nextTick(callback, error),
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      const { host, port } = new pg.Client({ connectionString: await find() });
      this.host = host;
      this.port = port;
      try {
        await super.connect();
        if (!(await takesWrites(this))) throw new NotWritableError(`${host}:${port} is read-only`);
        return this;
      } catch (error) {
        forget();
        this.end().catch(() => {});
        throw error;
      }
    }
  }
  return { connectionString: servers.urls[0], Client: WritableClient as unknown as pg.PoolConfig['Client'] };
}
