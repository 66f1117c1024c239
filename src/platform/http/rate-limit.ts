import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/index.ts';

export interface Budget {
  readonly name: string;
  readonly perMinute: number;
  readonly burst: number;
}

export const budgets = {
  address: { name: 'address', perMinute: 600, burst: 100 },
  account: { name: 'account', perMinute: 1_200, burst: 100 },
  credentials: { name: 'credentials', perMinute: 120, burst: 60 },
} as const satisfies Record<string, Budget>;

export interface Verdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until a token is there again. */
  readonly retrySeconds: number;
  readonly quota: number;
}

export interface RateLimiter {
  take(budget: Budget, caller: string): Promise<Verdict>;
}

interface Lease {
  tokens: number;
  /** What the shared bucket held when it was last asked. */
  shared: number;
  /** No question to the database before this: a flood of refused requests costs it nothing. */
  emptyUntilMs: number;
  pending: Promise<void> | undefined;
}

/** Beyond this many the least recent goes; that caller draws again. */
const mostLeases = 20_000;

/**
 * Token buckets in PostgreSQL, so that all processes share them. Each process draws a tenth of a bucket at a
 * time and spends it from memory: nine requests of ten do not ask the database. A drawn token that is never
 * spent is lost, never doubled, so the sum over all processes stays below the limit.
 */
export function createRateLimiter(database: Database, factor = 1): RateLimiter {
  const leases = new LRUCache<string, Lease>({ max: mostLeases });

  return {
    async take(budget, caller) {
      const key = `${budget.name}:${caller}`;
      const lease = leaseFor(leases, key);
      const nowMs = performance.now();
      while (lease.tokens < 1 && performance.now() >= lease.emptyUntilMs) {
        lease.pending ??= draw(database, lease, key, budget, factor).finally(() => {
          lease.pending = undefined;
        });
        await lease.pending;
      }
      const allowed = lease.tokens >= 1;
      if (allowed) lease.tokens -= 1;
      return {
        allowed,
        remaining: Math.floor(lease.tokens + lease.shared),
        retrySeconds: allowed ? 0 : Math.max(1, Math.ceil((lease.emptyUntilMs - nowMs) / 1_000)),
        quota: budget.perMinute * factor,
      };
    },
  };
}

function leaseFor(leases: LRUCache<string, Lease>, key: string): Lease {
  let lease = leases.get(key);
  if (lease) return lease;
  lease = { tokens: 0, shared: 0, emptyUntilMs: 0, pending: undefined };
  leases.set(key, lease);
  return lease;
}

async function draw(
  database: Database,
  lease: Lease,
  key: string,
  budget: Budget,
  factor: number,
): Promise<void> {
  const capacity = budget.burst * factor;
  const perSecond = (budget.perMinute * factor) / 60;
  const wanted = Math.max(1, Math.floor(capacity / 10));
  const { rows } = await sql<{ granted: number; tokens: number }>`
    insert into request_budgets as bucket (caller, tokens, granted, refilled_at)
    values (${key}, ${capacity}::float8 - ${wanted}::float8, ${wanted}::float8, clock_timestamp())
    on conflict (caller) do update set (tokens, granted, refilled_at) = (
      select available - given, given, clock_timestamp()
      from (
        select least(
          ${capacity}::float8,
          bucket.tokens + ${perSecond}::float8 * extract(epoch from clock_timestamp() - bucket.refilled_at)
        ) as available
      ) as refilled
      cross join lateral (select least(floor(available), ${wanted}::float8) as given) as grant_now
    )
    returning granted, tokens
  `.execute(database.db);
  const { granted, tokens } = rows[0] ?? { granted: 1, tokens: 0 };
  lease.tokens = granted;
  lease.shared = tokens;
  if (granted < 1) lease.emptyUntilMs = performance.now() + ((1 - tokens) / perSecond) * 1_000;
}

/** Who an address belongs to: an IPv6 customer has a whole /64. */
export function addressKey(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice(7);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length;
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tailGroups];
  return `${whole.slice(0, 4).join(':')}::/64`;
}
