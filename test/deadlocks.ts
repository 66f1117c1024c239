import type { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

type Watched = PoolClient & { connection: EventEmitter; _getActiveQuery(): { text?: string } | null };
interface Failed {
  code?: string;
  detail?: string;
  where?: string;
}

/**
 * Notes the deadlocks that statements of these pools end in from now on, with what waited for what: transactions run again
 * after one, so no one sees it. PostgreSQL counts them too, but each node of a cluster for itself, and Citus those across
 * nodes not at all.
 */
export function watchDeadlocks(...pools: readonly Pool[]): () => readonly string[] {
  const noted: string[] = [];
  const watch = (client: PoolClient) => {
    const watched = client as Watched;
    // Before the client's own listener, which forgets the statement.
    watched.connection.prependListener('errorMessage', ({ code, detail, where }: Failed) => {
      if (code !== '40P01') return;
      noted.push([detail, where, watched._getActiveQuery()?.text].filter(Boolean).join('\n'));
    });
  };
  for (const pool of pools) {
    for (const client of (pool as unknown as { _clients: PoolClient[] })._clients) watch(client);
    pool.on('connect', watch);
  }
  return () => noted;
}
