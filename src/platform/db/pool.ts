import pg from 'pg';
import { isReadOnly } from './failures.ts';
import { poolServers } from './servers.ts';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** The address is a pooler's in transaction mode: what is set for a session would reach other sessions. */
  readonly isPooler?: boolean;
  /** For tests. */
  readonly lifetimeMs?: number;
  /** For tests. */
  readonly sweepMs?: number;
  readonly onError?: (error: Error) => void;
}

/**
 * How our own statements read values. Given with each query and not to the pool, because the worker that
 * shares the pool expects pg's own behavior.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      // int8: ids and counts stay far below 2^53.
      if (oid === pg.types.builtins.INT8) return Number;
      if (oid === pg.types.builtins.TIMESTAMPTZ) return parseInstant;
      // A date is a date: turning it into an instant would shift it by the machine's zone.
      if (oid === pg.types.builtins.DATE) return String;
    }
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

const longestStatementMs = 30_000;
const setLimit = `set statement_timeout = ${longestStatementMs}`;
const behindPooler = new WeakSet<pg.PoolClient>();

export function isBehindPooler(client: pg.PoolClient): boolean {
  return behindPooler.has(client);
}

/**
 * Runs one statement outside a transaction, within the limit. Behind a pooler it gets a transaction that sets the limit; all
 * messages leave together, so it costs no round trip.
 */
export async function queryAlone<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  if (!behindPooler.has(client)) return await client.query<Row>(query);
  const begun = client.query('begin');
  const limited = client.query(setLimit.replace('set', 'set local'));
  const answer = client.query<Row>(query);
  const ended = client.query('commit');
  const outcomes = await Promise.allSettled([begun, limited, answer, ended]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return await answer;
}

/**
 * The queue asks for the connection that it listens on with a callback and for all others without. That one must not be a
 * pooler's, where LISTEN would stay behind on a connection of someone else. Its statements keep to the limit, as ours do.
 */
export function queuePool(pool: pg.Pool, listeners: pg.Pool): pg.Pool {
  const listen = (callback: Callback) =>
    listeners.connect((error, client, release) => callback(error, client, onlyOnce(release)));
  const connect = pool === listeners ? () => pool.connect() : async () => withinLimit(await pool.connect());
  return Object.assign(Object.create(pool) as pg.Pool, {
    connect: (callback?: Callback) => (callback ? listen(callback) : connect()),
    async query(given: string | pg.QueryConfig, values?: unknown[]) {
      const client = await connect();
      return await client.query(given, values).finally(() => client.release());
    },
  });
}

type Release = (error?: Error | boolean) => void;
type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/**
 * The queue releases the connection twice when it ends while LISTEN is running and the connection breaks. The pool would throw, where
 * no one catches it, and the process would end.
 */
function onlyOnce(release: Release): Release {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release(error);
  };
}

/** A client whose statements outside a transaction run by `queryAlone`. The queue begins one only to migrate its tables. */
function withinLimit(client: pg.PoolClient): pg.PoolClient {
  let isInTransaction = false;
  const query = async (given: string | pg.QueryConfig, values?: unknown[]) => {
    const config = { ...(typeof given === 'string' ? { text: given } : given), ...(values && { values }) };
    const word = config.text.trim().toLowerCase();
    if (word === 'begin') isInTransaction = true;
    const answer = isInTransaction ? client.query(config) : queryAlone(client, config);
    if (word === 'commit' || word === 'rollback') isInTransaction = false;
    return await answer;
  };
  return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}

export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...poolServers(options.url),
    max: options.size,
    application_name: options.name,
    // pg's own way to send a statement before the one ahead of it is answered. Without it, pg warns and version 9 refuses.
    pipeline: true,
    keepAlive: true,
    // A caller waits at most this long for a connection, then gets a 503.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  });
  // Without a listener a connection that breaks while idle would end the process.
  const onError = (error: Error) => options.onError?.(error);
  pool.on('error', onError);
  const waits = new WeakMap<pg.PoolClient, Wait>();
  pool.on('connect', (client) => {
    const wait = { unanswered: 0, sweeps: 0 };
    waits.set(client, wait);
    answerByCallback(client, wait);
    client.on('error', onError);
    if (options.isPooler) behindPooler.add(client);
    // For what runs outside a transaction; a transaction sets its own limits.
    else client.query(setLimit).catch(() => {});
  });
  dropAfterFailover(pool);
  dropAfterLifetime(pool, options.lifetimeMs ?? longestLifetimeMs);
  const open = new Set<pg.PoolClient>();
  openClients.set(pool, open);
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  dropSilent(pool, open, waits, options.sweepMs ?? usualSweepMs);
  return pool;
}

const openClients = new WeakMap<pg.Pool, ReadonlySet<pg.PoolClient>>();

/**
 * Breaks all connections, busy ones too. Of a server that is gone without a word, none would end for up to 15 minutes or
 * even two hours, and all that time the pool would have no space for others.
 */
export function breakConnections(pool: pg.Pool): void {
  for (const client of openClients.get(pool) ?? []) client.connection.stream.destroy();
}

/** What a connection is asked and has not answered yet. */
interface Wait {
  unanswered: number;
  /** How often it was looked at since it last answered. */
  sweeps: number;
}

const usualSweepMs = 10_000;
/** A minute: PostgreSQL ends a statement after half of that. */
const mostSweeps = 6;

/**
 * Breaks connections that don't answer anymore. A server that is gone without a word would keep them, and those who wait for
 * them, for 15 minutes, although another server has taken over. Sweeps are counted, not time: a process that stood still has
 * not waited.
 */
function dropSilent(
  pool: pg.Pool,
  open: ReadonlySet<pg.PoolClient>,
  waits: WeakMap<pg.PoolClient, Wait>,
  sweepMs: number,
): void {
  let timer: NodeJS.Timeout | undefined;
  const sweep = () => {
    for (const client of open) {
      const wait = waits.get(client);
      if (!wait || wait.unanswered === 0) continue;
      wait.sweeps += 1;
      if (wait.sweeps > mostSweeps) client.connection.stream.destroy();
    }
  };
  pool.on('connect', () => {
    timer ??= setInterval(sweep, sweepMs).unref();
  });
  pool.on('remove', () => {
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

type Answered = (error: Error | null, result: pg.QueryResult) => void;

/**
 * Has pg call us back, and makes the promise here. With pg's own promises, V8 keeps the rows of every statement until its next
 * full collection. In a loop of statements with 16 rows each, a collection of the young took 6 ms instead of 0.2, and the loop
 * half as long again.
 */
function answerByCallback(client: pg.PoolClient, wait: Wait): void {
  // Looked up each time: tests count statements there.
  const ask = (given: string | pg.QueryConfig, values: unknown, answered: Answered) => {
    wait.unanswered += 1;
    (pg.Client.prototype.query as (...args: unknown[]) => void).call(
      client,
      given,
      values,
      (error: Error | null, result: pg.QueryResult) => {
        wait.unanswered -= 1;
        wait.sweeps = 0;
        if (error && typeof given !== 'string') keepName(client, given, error);
        answered(error, result);
      },
    );
  };
  const query = (given: string | pg.QueryConfig, values?: unknown, callback?: Answered) => {
    if (typeof values === 'function') return ask(given, undefined, values as Answered);
    if (callback !== undefined) return ask(given, values, callback);
    return promised((answered) => ask(given, values, answered));
  };
  client.query = query as pg.PoolClient['query'];
}

/** What pg keeps of a connection and does not declare: the texts of the statements that have a name there. */
interface Named {
  readonly parsedStatements: Record<string, string>;
}

/**
 * A statement that fails while it is prepared, for example because its transaction has failed before, has no name in PostgreSQL.
 * In PgBouncer it has, and it closes the connection of a client that gives the name again.
 */
function keepName(client: pg.PoolClient, { name, text }: pg.QueryConfig, error: Error): void {
  if (name === undefined || !behindPooler.has(client) || !(error instanceof pg.DatabaseError)) return;
  const { parsedStatements } = client.connection as pg.Connection & Named;
  parsedStatements[name] ??= text;
}

async function promised(start: (answered: Answered) => void): Promise<pg.QueryResult> {
  try {
    return await new Promise<pg.QueryResult>((resolve, reject) => {
      start((error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // As pg does: its stack leads to the socket, this one to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** A server that stays read-only answers every write with the error: reconnecting for each would only add load. */
const dropPauseMs = 1_000;

/**
 * When one statement reports that the server is read-only, all connections lead to the wrong server, those of the worker
 * too. Idle ones are closed at once, busy ones when they are released.
 */
function dropAfterFailover(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const generations = new WeakMap<pg.PoolClient, number>();
  let generation = 0;
  let lastDrop = Number.NEGATIVE_INFINITY;
  const drop = () => {
    if (performance.now() - lastDrop < dropPauseMs) return;
    lastDrop = performance.now();
    generation += 1;
    const error = new Error('the server is read-only');
    for (const client of [...idle]) {
      // The pool removes it at once. One that only breaks is given out until its socket has closed.
      client.emit('error', error);
      client.connection.stream.destroy();
    }
  };
  pool.on('connect', (client) => {
    generations.set(client, generation);
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (isReadOnly(code)) drop();
    });
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (_error, client) => {
    // The pool keeps no connection that is ending.
    if (generations.get(client) !== generation) void client.end();
    else idle.add(client);
  });
}

/**
 * A busy connection is closed after this time, when it is released; an idle one is closed much earlier. So a PgBouncer or a proxy
 * that is being replaced, and a name that leads to another server now, lose all clients within minutes. On two busy cores, a new
 * connection took 33 ms and 6 ms of CPU in Node: with ten of them, 0.03 % of a core.
 */
const longestLifetimeMs = 300_000;

/** Connections that were opened together are not closed together. Those that listen are never released, and so they stay. */
function dropAfterLifetime(pool: pg.Pool, lifetimeMs: number): void {
  const endsAtMs = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    endsAtMs.set(client, performance.now() + lifetimeMs * (0.6 + 0.4 * Math.random()));
  });
  pool.on('release', (_error, client) => {
    if (performance.now() >= (endsAtMs.get(client) ?? Number.POSITIVE_INFINITY)) void client.end();
  });
}

function parseInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}
