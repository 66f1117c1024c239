import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writtenHeader } from './replica-reads.ts';

const exposedHeaders = [
  'etag',
  'x-request-id',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotency-replayed',
  writtenHeader,
].join(', ');

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': [
    'authorization',
    'content-type',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'last-event-id',
    'x-request-id',
    writtenHeader,
  ].join(', '),
  'access-control-max-age': '86400',
  'content-length': '0',
};

/**
 * Which pages of other sites can call the API: not the metrics, the demo's mailbox or the web app. There are no
 * credentials to allow, because tokens are sent in a header. Written by hand: `@fastify/cors` took 2 % of the CPU time
 * of `GET /healthz`, for responses that all have the same headers.
 */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;

  constructor(app: FastifyInstance, origins: readonly string[]) {
    this.#origins = new Set(origins);
    // Without this route, an OPTIONS request would be measured as one for an unknown path.
    app.options('*', (_request, reply) => reply.callNotFound());
  }

  /** Adds the headers that a browser looks for. True if it has sent the whole response, to a preflight request. */
  answers({ raw, headers }: FastifyRequest, reply: FastifyReply): boolean {
    if (!raw.url?.startsWith('/api/')) return false;
    const { origin } = headers;
    void reply.header('vary', 'Origin');
    if (origin !== undefined) this.#allow(origin, reply);
    if (raw.method !== 'OPTIONS') return false;
    void reply.code(204).headers(preflightHeaders).send();
    return true;
  }

  #allow(origin: string, reply: FastifyReply): void {
    const allowed = this.#origins.has('*') ? '*' : origin;
    if (this.#origins.has(allowed)) void reply.header('access-control-allow-origin', allowed);
    void reply.header('access-control-expose-headers', exposedHeaders);
  }
}
