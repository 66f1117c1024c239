import pg from 'pg';

/**
 * Counts what is sent to PostgreSQL. A statement is one call of `client.query`, as the driver makes it: BEGIN with the
 * limits of its transaction counts as one, COMMIT is one, and so is every statement between them, whether its answer is
 * awaited or not. Authentication, the request budget and what runs after the answer count too. Two things depend on
 * the moment and not on the request, and are left out: the limit that a new connection sets, and the signing keys,
 * which each process reads again every minute.
 */
export interface StatementLog {
  readonly texts: readonly string[];
}

const uncounted = /^set (?:local )?statement_timeout|\bsigning_keys\b/;

/** Runs the work and returns what it sent to this pool, including what it left running. */
export async function countStatements(pool: pg.Pool, work: () => Promise<unknown>): Promise<StatementLog> {
  await untilIdle(pool);
  const texts: string[] = [];
  const restore = listen((text, client) => {
    if (clientsOf(pool).includes(client)) texts.push(text);
  });
  try {
    await work();
    await untilIdle(pool);
  } finally {
    restore();
  }
  return { texts };
}

type Query = (...args: unknown[]) => unknown;

/** Other services in this process have their own pools. */
const clientsOf = (pool: pg.Pool) => (pool as unknown as { _clients: unknown[] })._clients;

function listen(onStatement: (text: string, client: unknown) => void): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: string } | null)?.text ?? '');
    if (!uncounted.test(text)) onStatement(text, this);
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
