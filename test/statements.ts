import pg from 'pg';
import { directAddress } from './database.ts';

/**
 * Counts what is sent to PostgreSQL. A statement is one call of `client.query`, as the driver makes it: BEGIN with the
 * limits of its transaction counts as one, COMMIT is one, and so is every statement between them, whether its answer is
 * awaited or not. Authentication, the request budget and what runs after the answer count too. What depends on the moment and
 * not on the request is left out: the limit that a new connection sets, the signing keys, which each process reads again
 * every minute, and the numbers of changes, because everything counts as changed.
 */
export interface StatementLog {
  readonly texts: readonly string[];
}

const counters = ['account_changes', 'plan_changes', 'shift_changes'];
const uncounted = new RegExp(
  String.raw`^set (?:local )?statement_timeout|\bsigning_keys\b|\b(?:${counters.join('|')})\b`,
);

/** Runs the work and returns what it sent to this pool, including what it left running. No answer is kept. */
export async function countStatements(pool: pg.Pool, work: () => Promise<unknown>): Promise<StatementLog> {
  await changeEverything(pool);
  const texts = (await statementsOf(pool, work)).filter((text) => !uncounted.test(text));
  return { texts: withoutEmptyTransactions(texts) };
}

/** Through a pooler, what is left out had a transaction of which only the two ends remain. */
function withoutEmptyTransactions(texts: readonly string[]): string[] {
  return texts.filter(
    (text, index) =>
      !(text === 'begin' && texts[index + 1] === 'commit') &&
      !(text === 'commit' && texts[index - 1] === 'begin'),
  );
}

/** The same without leaving out anything. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<readonly string[]> {
  return (await queriesOf(pool, work)).map(({ text }) => text);
}

export interface SentQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** With the values of their parameters. */
export async function queriesOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<readonly SentQuery[]> {
  await untilIdle(pool);
  const queries: SentQuery[] = [];
  const restore = listen((query, client) => {
    if (clientsOf(pool).includes(client)) queries.push(query);
  });
  try {
    await work();
    await untilIdle(pool);
  } finally {
    restore();
  }
  return queries;
}

const changing = new WeakMap<pg.Pool, Promise<pg.Client>>();

/** Until the end of the process, no number is stable, so that answers that were kept are of no use and none is kept. */
async function changeEverything(pool: pg.Pool): Promise<void> {
  const connected = changing.get(pool) ?? holdLocks(pool);
  changing.set(pool, connected);
  const draw = counters.map((counter) => `nextval('${counter}')`);
  await (await connected).query(`select ${draw.join()}`);
}

async function holdLocks(pool: pg.Pool): Promise<pg.Client> {
  // Around a pooler: there, the locks would stay behind on a connection of someone else.
  const client = new pg.Client({ connectionString: directAddress(pool.options.connectionString ?? '') });
  // It ends with its database.
  client.on('error', () => {});
  await client.connect();
  const locks = counters.map((counter) => `pg_advisory_lock_shared(hashtextextended('${counter}', 0))`);
  await client.query(`select ${locks.join()}`);
  return client;
}

type Query = (...args: unknown[]) => unknown;

/** Other services in this process have their own pools. */
const clientsOf = (pool: pg.Pool) => (pool as unknown as { _clients: unknown[] })._clients;

function listen(onQuery: (query: SentQuery, client: unknown) => void): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, values] = args as [string | Partial<SentQuery>, unknown[]?];
    const { text = '', values: own } = typeof first === 'string' ? { text: first } : first;
    onQuery({ text, values: own ?? values ?? [] }, this);
    return original.apply(this, args);
  };
  return () => {
    prototype.query = original;
  };
}

/** A request may leave something running that it does not wait for. */
async function untilIdle(pool: pg.Pool): Promise<void> {
  const isBusy = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
  // Two quiet turns: what follows an answer begins in the next one.
  for (let quiet = 0; quiet < 2; quiet = isBusy() ? 0 : quiet + 1)
    await new Promise((resolve) => setImmediate(resolve));
}
