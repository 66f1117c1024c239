import type { RawBuilder } from 'kysely';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { isStalePlan } from './failures.ts';
import type { Database } from './handles.ts';
import { KeptClient } from './kept-client.ts';
import { isBehindPooler, queryAlone, valueTypes } from './pool.ts';
import { hasTooManyPrepared, isUnnamed, leaveUnnamed, nameOf, notePrepared } from './prepared.ts';
import { readPool } from './replica.ts';

/**
 * A read that is asked so often that building its statement each time would show. It is built once; after that
 * only the values travel, by prepared name, on whichever connection is free. Each argument is in the
 * statement once, in the order of the arguments. For reads outside a transaction.
 */
export function hotRead<Row, Args extends readonly unknown[]>(
  build: (...args: Args) => RawBuilder<Row>,
  useClient: UseClient = anyClient,
): (db: Database, ...args: Args) => Promise<Row[]> {
  let statement: { text: string; name: string } | undefined;
  return async ({ db, pool }, ...args) => {
    if (!statement) {
      const { sql: text, parameters } = build(...args).compile(db);
      if (parameters.length !== args.length || parameters.some((value, index) => value !== args[index])) {
        throw new Error('a hot read names each of its arguments once, in order');
      }
      statement = { text, name: nameOf(text) };
    }
    const query: NamedQuery = { ...statement, values: [...args], types: valueTypes };
    const ask = () => useClient(readPool.getStore() ?? pool, (client) => answerOf<Row>(client, query));
    return await ask().catch((error: unknown) => {
      // A migration has overtaken the prepared statement: that connection is gone, another one prepares it again, or plans it each
      // time behind a pooler.
      if (!isStalePlan(error)) throw error;
      return ask();
    });
  };
}

type NamedQuery = QueryConfig & { readonly name: string };

async function answerOf<Row>(client: PoolClient, query: NamedQuery): Promise<Row[]> {
  const { name, ...unnamed } = query;
  const goesUnnamed = isUnnamed(query.text);
  if (!goesUnnamed) notePrepared(client, name);
  try {
    const { rows } = await queryAlone(client, goesUnnamed ? unnamed : query);
    return rows as Row[];
  } catch (error) {
    if (isStalePlan(error) && isBehindPooler(client)) leaveUnnamed(query.text);
    throw error;
  }
}

type UseClient = <Answer>(pool: Pool, work: (client: PoolClient) => Promise<Answer>) => Promise<Answer>;

const anyClient: UseClient = async (pool, work) => {
  const client = await pool.connect();
  try {
    const answer = await work(client);
    client.release(hasTooManyPrepared(client));
    return answer;
  } catch (error) {
    client.release(isStalePlan(error));
    throw error;
  }
};

const keptClients = new WeakMap<Pool, KeptClient>();

/** For short questions that follow each other without a pause: they share a connection. */
export const keptClient: UseClient = (pool, work) => {
  const known = keptClients.get(pool) ?? new KeptClient(pool, isStalePlan);
  keptClients.set(pool, known);
  return known.use(work);
};
