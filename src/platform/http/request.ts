import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, actorName, anonymous } from '#kernel/actor.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { classifyFailure } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import type { CrossOrigin } from './cors.ts';
import { tagRead } from './etag.ts';
import type { OpenRequests } from './load.ts';
import { type Metrics, type OtherProcesses, printMetrics } from './metrics.ts';
import { dataHeaders, protectPage } from './protections.ts';
import { addressKey, type Budget, budgets, type RateLimiter } from './rate-limit.ts';
import { ResponseBatches } from './response-batches.ts';
import type { Access } from './route.ts';
import type { UnreadBodies } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    /** The route's path and settings. */
    route: { readonly url: string; readonly config: FastifyContextConfig };
  }
  interface FastifyContextConfig {
    access?: Access;
    budget?: 'credentials';
    ignoresBody?: boolean;
    csvRows?: number;
    readsOwnProfile?: boolean;
    /** Health, metrics and docs: neither counted nor shed. */
    unlimited?: boolean;
    /** Stays open: having many is not a sign of load. */
    streams?: boolean;
  }
}

/**
 * Turns the Authorization header into an actor; a refusal for a bad one. Routes that answer with the person's profile say so, and it
 * is read together with the session.
 */
export type Authenticate = (authorization: string, withProfile?: boolean) => Promise<Actor>;

export interface RequestOptions {
  readonly authenticate: Authenticate;
  /** Undefined: no limits, for benchmarks. */
  readonly rateLimiter?: RateLimiter | undefined;
  readonly metricsToken?: string | undefined;
  /** Given if several processes share one port. */
  readonly otherProcesses?: OtherProcesses | undefined;
}

export interface RequestParts {
  readonly metrics: Metrics;
  readonly crossOrigin: CrossOrigin;
  readonly open: OpenRequests;
  readonly unreadBodies: UnreadBodies;
}

/**
 * What happens to every request before and after its handler, in the order of the lines. With one hook for each phase
 * instead of ten, `GET /healthz` took 1.5 times the CPU time of a bare Fastify, before 2.5 to 2.8.
 */
export function registerRequestHooks(
  app: FastifyInstance,
  options: RequestOptions,
  parts: RequestParts,
): void {
  const { metrics, crossOrigin, open, unreadBodies } = parts;
  const batches = new ResponseBatches();
  let closing = false;
  app.decorateRequest('actor', undefined as never);
  app.decorateRequest('route', undefined as never);
  app.decorateReply('isBeingSent', false);
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onClose', async () => open.stop());
  // Node forgets who a closed connection was with, unless it was asked before.
  app.server.on('connection', (socket) => void socket.remoteAddress);
  app.addHook('onRequest', (request, reply, done) => {
    // A request that is refused has a name and an actor too.
    request.actor = anonymous;
    void reply.header('x-request-id', request.id).headers(dataHeaders);
    // Read once: each access makes a new object.
    const { url = 'unknown', config } = request.routeOptions;
    request.route = { url, config };
    const { httpVersion, headers } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1')
      return done(refuse(platformErrors.host_required('host')));
    if (crossOrigin.answers(request, reply)) return;
    // A busy process is alive: shedding its probe would have it killed for working.
    if (config.unlimited) return done();
    if (open.areTooMany) return done(new Refusal('overloaded', { retryAfterSeconds: 2 }));
    if (!config.streams) open.add(reply);
    admit(request, reply, config, options, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    protectPage(reply);
    const sent = unreadBodies.answerBefore(request, reply, payload);
    // Without this a client that keeps its connection open would keep a stopping process for as long.
    if (closing) void reply.header('connection', 'close');
    const tagged = tagRead(request, reply, sent);
    batches.add({ reply, send: () => done(null, tagged) });
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route, config } = request.route;
    const ms = reply.elapsedTime;
    metrics.durations.observe(request.method, route, reply.statusCode, ms / 1_000);
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

type Done = (error?: Error) => void;

/** Who asks, and whether they may ask this often. A bad token is counted before it is refused. */
function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  config: FastifyContextConfig,
  options: RequestOptions,
  done: Done,
): void {
  const { rateLimiter } = options;
  const count = (failure?: Error) => {
    if (!rateLimiter) return done(failure);
    spend(request, reply, config.budget, rateLimiter).then(() => done(failure), done);
  };
  const header = request.headers.authorization;
  if (config.access === undefined || config.access === 'open') count();
  else if (header === undefined)
    count(config.access === 'authenticated' ? refuse('unauthenticated') : undefined);
  else
    options.authenticate(header, config.readsOwnProfile).then((actor) => {
      request.actor = actor;
      count();
    }, count);
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
  app.get('/metrics', { config: { unlimited: true }, handlerTimeout: 25_000 }, async (request, reply) => {
    const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
    const hasToken =
      options.metricsToken !== undefined &&
      request.headers.authorization === `Bearer ${options.metricsToken}`;
    // Figures of the inside are for the operator: from this machine, or with the token.
    if (!hasToken && (options.metricsToken !== undefined || !isLocal)) throw refuse('not_found');
    const others = (await options.otherProcesses?.figures()) ?? [];
    return reply.type(metrics.ofProcess.contentType).send(await printMetrics(metrics, others));
  });
}

/** What a caller can authenticate with, recognized by how its secret begins. */
export interface Credential {
  /** Empty for the one that has no prefix. */
  readonly prefix: string;
  authenticate(secret: string, withProfile?: boolean): Promise<Actor>;
}

/** Reads `Authorization: Bearer …`. */
export function bearerAuthentication(known: readonly Credential[]): Authenticate {
  const credentials = known.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return async (header, withProfile) => {
    const secret = /^bearer +(\S+)$/i.exec(header.trim())?.[1];
    const credential = credentials.find(({ prefix }) => secret?.startsWith(prefix));
    if (secret === undefined || !credential) throw refuse(platformErrors.bearer_required('authorization'));
    return await credential.authenticate(secret, withProfile);
  };
}
