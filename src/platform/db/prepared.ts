import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';

/**
 * Names for server-side prepared statements. Text that is seen a second time is worth preparing. Callers decide about
 * some of the text (filters, page sizes), so the least recently used names make room for new ones.
 */
const mostNames = 500;
const seenOnce = new LRUCache<string, true>({ max: mostNames });
const names = new LRUCache<string, string>({ max: mostNames });

/**
 * A pooler keeps what it has prepared on a server's connection, whichever client asked for it. When a migration has overtaken
 * the plan, another client's connection meets it again, for up to an hour: PgBouncer's `server_lifetime`.
 */
const unnamed = new LRUCache<string, true>({ max: mostNames });

/** From now on, this text is sent without a name, so that it is planned each time. */
export function leaveUnnamed(sql: string): void {
  unnamed.set(sql, true);
}

export function isUnnamed(sql: string): boolean {
  return unnamed.has(sql);
}

export function preparedName(sql: string): string | undefined {
  if (unnamed.has(sql)) return undefined;
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (!seenOnce.delete(sql)) {
    seenOnce.set(sql, true);
    return undefined;
  }
  const name = nameOf(sql);
  names.set(sql, name);
  return name;
}

/** Follows from the text, so that all processes behind one pooler mean the same statement by it. */
export function nameOf(sql: string): string {
  return `m_${hash('sha256', sql, 'hex').slice(0, 24)}`;
}

/**
 * A connection keeps a plan for every name it has met, also for those that were forgotten here. One with more than this
 * is closed when it is given back. DEALLOCATE would spare the new connection, but poolers don't follow it.
 */
export const mostOnConnection = 600;
const onConnection = new WeakMap<PoolClient, Set<string>>();

export function notePrepared(client: PoolClient, name: string): void {
  const prepared = onConnection.get(client);
  if (prepared) prepared.add(name);
  else onConnection.set(client, new Set([name]));
}

export function hasTooManyPrepared(client: PoolClient): boolean {
  return (onConnection.get(client)?.size ?? 0) >= mostOnConnection;
}
