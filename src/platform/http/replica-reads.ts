import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { actorName } from '#kernel/actor.ts';
import type { Replica } from '#platform/db/index.ts';
import { addressKey } from './rate-limit.ts';
import type { Route } from './route.ts';

/** When the caller last changed something, in milliseconds: sent with every change, and sent back by clients that read. */
export const writtenHeader = 'muster-written-at';
const writtenCookie = 'muster_written_at';
/** Longer than a replica that is in use can lag. */
const rememberSeconds = 30;
/** The clocks of two machines may differ by this much. */
const clockDifferenceMs = 1_000;

/** Lists and what everyone can see come from a replica; what a person is about to change does not. */
export function mayBeStale(route: Route): boolean {
  return (
    route.method === 'GET' && !route.streams && (route.isList === true || route.access !== 'authenticated')
  );
}

/**
 * Sends reads to the replica, except those of a caller whose own change it doesn't have yet. The caller's last change is
 * known from the header or, in browsers, a cookie; and for clients that send neither, if the same process did it. What someone
 * did before they logged in is known by their token.
 */
export class ReplicaReads {
  readonly #replica: Replica;
  readonly #lastWrites = new LRUCache<string, number>({ max: 10_000, ttl: rememberSeconds * 1_000 });

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  async read<Answer>(request: FastifyRequest, work: () => Promise<Answer>): Promise<Answer> {
    const sent = [request.headers[writtenHeader], cookieOf(request)].map(momentOf);
    const lastMs = Math.max(...sent, this.#lastWrites.get(callerOf(request)) ?? 0, tokenIssuedMs(request));
    return await this.#replica.read(lastMs + clockDifferenceMs, work);
  }

  noteWrite(request: FastifyRequest, reply: FastifyReply): void {
    const nowMs = Date.now();
    this.#lastWrites.set(callerOf(request), nowMs);
    void reply.header(writtenHeader, String(nowMs));
    const secure = request.protocol === 'https' ? '; Secure' : '';
    const cookie = `${writtenCookie}=${nowMs}; Path=/api; Max-Age=${rememberSeconds}; HttpOnly; SameSite=Strict${secure}`;
    void reply.header('set-cookie', cookie);
  }
}

function callerOf({ actor, ip }: FastifyRequest): string {
  return actor.kind === 'anonymous' ? addressKey(ip) : actorName(actor);
}

/** Someone who has just created an account did so without a token, and then logged in. */
function tokenIssuedMs({ actor }: FastifyRequest): number {
  return actor.kind === 'person' ? (actor.tokenIssuedMs ?? 0) : 0;
}

function cookieOf({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; *)${writtenCookie}=(\\d+)`).exec(headers.cookie ?? '')?.[1];
}

/**
 * `now` asks for the current state, for example after a live event. Anything that is not a moment counts as none: a wrong
 * value costs its sender freshness, no one else.
 */
function momentOf(text: string | readonly string[] | undefined): number {
  if (text === 'now') return Number.POSITIVE_INFINITY;
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
