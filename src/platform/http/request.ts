import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, actorName, anonymous } from '#kernel/actor.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { classifyFailure } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import type { Metrics } from './metrics.ts';
import { addressKey, type Budget, budgets, type RateLimiter } from './rate-limit.ts';
import type { Access } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    access?: Access;
    budget?: 'credentials';
    ignoresBody?: boolean;
    /** Health, metrics and docs: neither counted nor shed. */
    unlimited?: boolean;
    /** Stays open: having many is not a sign of load. */
    streams?: boolean;
  }
}

/** Comes before all other hooks, so that a request which one of them refuses has a name and an actor too. */
export function nameRequests(app: FastifyInstance): void {
  app.decorateRequest('actor', undefined as never);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    request.actor = anonymous;
    done();
  });
}

export interface RequestOptions {
  /** Turns the Authorization header into an actor; a refusal for a bad one. */
  readonly authenticate: (authorization: string) => Promise<Actor>;
  /** Undefined: no limits, for benchmarks. */
  readonly rateLimiter?: RateLimiter | undefined;
  readonly metricsToken?: string | undefined;
}

/** What happens to every request before and after its handler: identity, budget, one log line, one measurement. */
export function registerRequestHooks(app: FastifyInstance, options: RequestOptions, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Asked for once: each access makes a new object.
    const { config } = request.routeOptions;
    if (config.unlimited) return done();
    admit(request, reply, config, options).then(() => done(), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown', config } = request.routeOptions;
    const ms = reply.elapsedTime;
    metrics.observeRequest(request.method, route, reply.statusCode, ms / 1_000);
    if (!config.unlimited || reply.statusCode >= 400) {
      request.log.info(
        {
          method: request.method,
          // Links may carry a secret in the query or the path; the route is enough.
          route,
          status: reply.statusCode,
          ms: Math.round(ms * 10) / 10,
          actor: actorName(request.actor),
        },
        'request',
      );
    }
    done();
  });
  registerMetricsRoute(app, options, metrics);
}

/** Who asks, and whether they may ask this often. A bad token is counted before it is refused. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  config: FastifyContextConfig,
  options: RequestOptions,
): Promise<void> {
  const failure = await identify(request, config.access, options).catch((error: unknown) => error);
  if (options.rateLimiter) await spend(request, reply, config.budget, options.rateLimiter);
  if (failure !== undefined) throw failure;
}

async function identify(
  request: FastifyRequest,
  access: Access | undefined,
  options: RequestOptions,
): Promise<undefined> {
  if (access === undefined || access === 'open') return;
  const header = request.headers.authorization;
  if (header === undefined) {
    if (access === 'authenticated') throw refuse('unauthenticated');
    return;
  }
  request.actor = await options.authenticate(header);
}

async function spend(
  request: FastifyRequest,
  reply: FastifyReply,
  dear: 'credentials' | undefined,
  limiter: RateLimiter,
): Promise<void> {
  const { actor } = request;
  const [budget, caller]: [Budget, string] =
    actor.kind === 'anonymous'
      ? [budgets[dear ?? 'address'], addressKey(request.ip)]
      : [budgets.account, actorName(actor)];
  const verdict = await limiter.take(budget, caller).catch((error: unknown) => {
    // Without the database there is nothing to protect: the request itself will fail.
    if (classifyFailure(error) !== undefined) return undefined;
    throw error;
  });
  if (!verdict) return;
  void reply.header('ratelimit-policy', `"${budget.name}";q=${verdict.quota};w=60`);
  void reply.header('ratelimit', `"${budget.name}";r=${verdict.remaining};t=${verdict.retrySeconds}`);
  if (!verdict.allowed) throw new Refusal('rate_limited', { retryAfterSeconds: verdict.retrySeconds });
}

function registerMetricsRoute(app: FastifyInstance, options: RequestOptions, metrics: Metrics): void {
  app.get('/metrics', { config: { unlimited: true } }, async (request, reply) => {
    const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
    const hasToken =
      options.metricsToken !== undefined &&
      request.headers.authorization === `Bearer ${options.metricsToken}`;
    // Figures of the inside are for the operator: from this machine, or with the token.
    if (!hasToken && (options.metricsToken !== undefined || !isLocal)) throw refuse('not_found');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** What a caller can authenticate with, recognized by how its secret begins. */
export interface Credential {
  /** Empty for the one that has no prefix. */
  readonly prefix: string;
  authenticate(secret: string): Promise<Actor>;
}

/** Reads `Authorization: Bearer …`. */
export function bearerAuthentication(known: readonly Credential[]): (header: string) => Promise<Actor> {
  const credentials = known.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return async (header) => {
    const secret = /^bearer +(\S+)$/i.exec(header.trim())?.[1];
    const credential = credentials.find(({ prefix }) => secret?.startsWith(prefix));
    if (secret === undefined || !credential) throw refuse(platformErrors.bearer_required('authorization'));
    return await credential.authenticate(secret);
  };
}
