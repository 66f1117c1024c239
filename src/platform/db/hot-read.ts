import type { RawBuilder } from 'kysely';
import type { Pool, QueryConfig } from 'pg';
import { isStalePlan } from './failures.ts';
import type { Database } from './handles.ts';
import { queryAlone, valueTypes } from './pool.ts';
import { hasTooManyPrepared, nameOf, notePrepared } from './prepared.ts';
import { readPool } from './replica.ts';

/**
 * A read that is asked so often that building its statement each time would show. It is built once; after that
 * only the values travel, by prepared name, on whichever connection is free. Each argument is in the
 * statement once, in the order of the arguments. For reads outside a transaction.
 */
export function hotRead<Row, Args extends readonly unknown[]>(
  build: (...args: Args) => RawBuilder<Row>,
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
    return await ask<Row>(pool, query).catch((error: unknown) => {
      // A migration has overtaken the prepared statement: that connection is gone, another one prepares it again.
      if (!isStalePlan(error)) throw error;
      return ask<Row>(pool, query);
    });
  };
}

type NamedQuery = QueryConfig & { readonly name: string };

async function ask<Row>(pool: Pool, query: NamedQuery): Promise<Row[]> {
  const client = await (readPool.getStore() ?? pool).connect();
  try {
    notePrepared(client, query.name);
    const { rows } = await queryAlone(client, query);
    client.release(hasTooManyPrepared(client));
    return rows as Row[];
  } catch (error) {
    client.release(isStalePlan(error));
    throw error;
  }
}
