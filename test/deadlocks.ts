import type { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

/**
 * Counts the deadlocks that statements of these pools end in from now on: transactions run again after one, so no one sees
 * it. PostgreSQL counts them too, but each node of a cluster for itself, and Citus those across nodes not at all.
 */
export function watchDeadlocks(...pools: readonly Pool[]): () => number {
  let count = 0;
  const watch = (client: PoolClient) => {
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '40P01') count += 1;
    });
  };
  for (const pool of pools) {
    for (const client of (pool as unknown as { _clients: PoolClient[] })._clients) watch(client);
    pool.on('connect', watch);
  }
  return () => count;
}
