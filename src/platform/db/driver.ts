import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isStalePlan } from './failures.ts';
import type { Reader, Tx } from './handles.ts';
import { listText } from './list-text.ts';
import { isBehindPooler, queryAlone, valueTypes } from './pool.ts';
import { hasTooManyPrepared, leaveUnnamed, notePrepared, preparedName } from './prepared.ts';
import { readPool } from './replica.ts';

/** So much is sent at once, in bytes: a statement for ten registrations or more. */
const muchToSend = 2_000;

/** Statements whose answer is not waited for. */
const sentAhead = new WeakSet<CompiledQuery>();
/** Statements that are not prepared. */
const newlyPlanned = new WeakSet<CompiledQuery>();

/**
 * Runs a statement by a new plan: for a queue that is empty most of the time and fills within seconds. A plan that was kept
 * from before reads all of it, until PostgreSQL counts the rows again. With 20,000 emails in the queue, noting one as sent took
 * 9 to 19 ms by such a plan, and takes 1.4 to 2.1 ms with a new one. Also for what reads a whole organization: a plan is kept for
 * one of the usual size. Beside 10,000 small ones, a page of 50,000 people took 178,000 pages of the database by such a plan, and
 * takes 5,500 with a new one.
 */
export async function withNewPlan<Row>(db: Reader, statement: RawBuilder<Row>): Promise<Row[]> {
  const query = statement.compile(db);
  newlyPlanned.add(query);
  return (await db.executeQuery<Row>(query)).rows;
}

/**
 * Sends a statement of a transaction whose answer no one reads. The statements behind it follow at once, so it costs no
 * round trip. If it fails, the next statement that is waited for, or the commit, reports that.
 */
export async function send(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  await sendAhead(tx, statement);
}

/** The rows of a read that was sent ahead, once they are here. */
export type LaterRows<Row> = () => Promise<readonly Row[]>;

/**
 * Sends a read of a transaction and keeps its answer for later: it arrives with the next answer that is waited for, so
 * it costs no round trip.
 */
export async function ask<Row>(tx: Tx, read: RawBuilder<Row>): Promise<LaterRows<Row>> {
  const { answer } = await sendAhead(tx, read);
  return async () => (await answer).rows;
}

async function sendAhead<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<SentAhead<Row>> {
  const query = statement.compile(tx);
  sentAhead.add(query);
  return (await tx.executeQuery<Row>(query)) as SentAhead<Row>;
}

interface SentAhead<Row> extends QueryResult<Row> {
  readonly answer: Promise<{ readonly rows: readonly Row[] }>;
}

export interface TransactionLimits {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
}

/**
 * Kysely's connection to PostgreSQL, with three features that its own driver does not do: statements that repeat
 * are prepared by name, BEGIN travels together with the first read (the connections pipeline), and
 * the limits of a transaction are set inside it, so that they hold behind a pooler in transaction mode too.
 */
export class PooledDialect implements Dialect {
  readonly #pool: Pool;
  readonly #limits: TransactionLimits;

  constructor(pool: Pool, limits: TransactionLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  createDriver(): Driver {
    return new PooledDriver(this.#pool, this.#limits);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}

class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #setLimits: string;
  // Kysely remembers every connection it meets, so the same one is given for the same client.
  readonly #connections = new WeakMap<PoolClient, PooledConnection>();

  constructor(pool: Pool, limits: TransactionLimits) {
    this.#pool = pool;
    this.#setLimits = `set local statement_timeout = ${limits.statementTimeoutMs}; set local lock_timeout = ${limits.lockTimeoutMs}`;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    const client = await (readPool.getStore() ?? this.#pool).connect();
    let connection = this.#connections.get(client);
    if (!connection) {
      connection = new PooledConnection(client);
      this.#connections.set(client, connection);
    }
    connection.renew();
    return connection;
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const mode = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    connection.begin(`begin${mode}`, this.#setLimits);
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed and was swallowed.
    if (rows[0]?.command === 'ROLLBACK') {
      throw connection.failure ?? new Error('the transaction was rolled back instead of committed');
    }
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch {
      // A connection that cannot roll back is not given to anyone else.
      connection.broken = true;
    }
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    // The pool is shared with the worker: its creator ends it.
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  /** Set until BEGIN has been answered. */
  #beginning: Promise<void> | undefined;
  #hasBegun = false;
  #isCorked = false;
  broken = false;
  /** The first statement that was sent ahead and failed: it is the cause of whatever fails behind it. */
  failure: unknown;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Forgets what its last holder met. */
  renew(): void {
    this.#beginning = undefined;
    this.#hasBegun = false;
    this.failure = undefined;
    this.broken = false;
  }

  /** Two messages: Citus repeats the one that sets something on the workers, where the transaction has begun already. */
  begin(begin: string, setLimits: string): void {
    this.#hasBegun = true;
    this.#writeTogether();
    const answers = [this.#client.query(begin), this.#client.query(setLimits)];
    this.#beginning = Promise.all(answers).then(
      () => {
        this.#beginning = undefined;
      },
      (error: unknown) => {
        this.broken = true;
        throw error;
      },
    );
    // Its failure is reported by every statement behind it.
    this.#beginning.catch(() => {});
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Were BEGIN to fail, a statement sent along with it would run on its own and stay: only reads go along.
    if (this.#beginning && !isRead(query.sql)) await this.#beginning;
    const answer = this.#send<Row>(query);
    if (this.#client.connection.stream.writableLength > muchToSend) this.#writeNow();
    if (sentAhead.has(query)) {
      answer.catch((error: unknown) => {
        this.failure ??= error;
      });
      return { rows: [], answer } as SentAhead<Row>;
    }
    if (this.#beginning) await waitInOrder(this.#beginning, answer);
    const { command, rowCount, rows } = await answer.catch((error: unknown) => {
      throw this.failure ?? error;
    });
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] };
    return rowCount === null || command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
  }

  /**
   * What is sent before the event loop turns leaves in one write. With a write for each statement, these system calls were
   * 24 % of the CPU of a sign-up. A long statement doesn't wait for those behind it: PostgreSQL works on it while they are
   * put together, so that a rush on one shift gets 11 % more sign-ups a second.
   */
  #writeTogether(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#client.connection.stream.cork();
    process.nextTick(() => this.#writeNow());
  }

  #writeNow(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#client.connection.stream.uncork();
  }

  async #send<Row>(query: CompiledQuery) {
    if (this.#hasBegun) this.#writeTogether();
    const name = newlyPlanned.has(query) ? undefined : preparedName(query.sql);
    if (name !== undefined) notePrepared(this.#client, name);
    try {
      const config = {
        ...(name !== undefined && { name }),
        text: query.sql,
        values: query.parameters.map(toParameter),
        types: valueTypes,
        // For the benchmark, which sends the same statements in the same way.
        ...(sentAhead.has(query) && { isSentAhead: true }),
      };
      type Found = Row & Record<string, unknown>;
      return await (this.#hasBegun
        ? this.#client.query<Found>(config)
        : queryAlone<Found>(this.#client, config));
    } catch (error) {
      // The connection would refuse this statement forever.
      if (isStalePlan(error)) {
        this.broken = true;
        if (isBehindPooler(this.#client)) leaveUnnamed(query.sql);
      }
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; pipelined connections cannot hold a portal open
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is done by keyset pages, not by cursors');
  }

  release(): void {
    this.#client.release(this.broken || hasTooManyPrepared(this.#client));
  }
}

/** BEGIN's own error is the cause; the statement behind it would only report the consequence. */
async function waitInOrder(ahead: Promise<unknown>, answer: Promise<unknown>): Promise<void> {
  answer.catch(() => {});
  await ahead;
}

/**
 * A transaction of one read takes 0.31 ms this way and 0.35 ms otherwise with PostgreSQL on the same machine; across a
 * network it saves one round trip of three. The text decides, because most statements are written as SQL. A read that
 * is not recognized waits for BEGIN. A lock that a SELECT takes outside a transaction is released when it ends.
 */
function isRead(text: string): boolean {
  return /^\s*select\b/i.test(text);
}

function toParameter(value: unknown): unknown {
  if (Array.isArray(value)) return listText(value) ?? value;
  return value instanceof Temporal.Instant || value instanceof Temporal.PlainDate ? value.toString() : value;
}
