import type { IncomingMessage } from 'node:http';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TSchema } from 'typebox';
import { refuse } from '#kernel/refusal.ts';
import { type Clock, systemClock } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';
import { largestBody } from './body-limit.ts';
import { answerClientError } from './client-error.ts';
import { registerDocs } from './docs.ts';
import { tagReads } from './etag.ts';
import { parseJsonBody } from './json-body.ts';
import { type Load, measuredLoad, shedLoad } from './load.ts';
import { createMetrics, registerHealth } from './metrics.ts';
import { sendProblem } from './problem.ts';
import { isBodyEmpty, readBody } from './read-body.ts';
import { ReplicaReads, writtenHeader } from './replica-reads.ts';
import { nameRequests, type RequestOptions, registerRequestHooks } from './request.ts';
import type { Route } from './route.ts';
import { registerRoute, serializerFor } from './routing.ts';
import { answerBeforeBody, type DiscardLimits } from './unread-body.ts';
import { compileValidator } from './validation.ts';

export interface AppOptions extends RequestOptions {
  readonly database: Database;
  readonly routes: readonly Route[];
  readonly openApi: object;
  readonly log: Log;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: number;
  readonly clock?: Clock;
  /** How long a sender may take for a whole request. */
  readonly requestTimeoutMs?: number;
  /** When to shed requests. Tests bring their own. */
  readonly load?: Load;
  /** How much of a body that no one needs is read and thrown away, so that its sender sees the answer. */
  readonly discard?: DiscardLimits;
}

/** The whole HTTP side as one Fastify instance: the server listens with it, tests inject into it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const requestTimeoutMs = options.requestTimeoutMs ?? 30_000;
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // One line for each request is written by our own hook.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy:
      options.trustProxy === 0 ? false : (_address: string, hop: number) => hop < options.trustProxy,
    bodyLimit: largestBody,
    requestTimeout: requestTimeoutMs,
    http: {
      // Node swaps the two time-outs when this one is the longer, and looks for stalled senders only so often.
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 6,
    },
    keepAliveTimeout: 65_000,
    handlerTimeout: 25_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A path that the router itself refuses would pass by every hook, so it must have nothing to refuse:
    // headers, and with them the path, end at 16 KiB, and what cannot be decoded is one more unknown path.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/malformed'),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(({ schema }) => serializerFor(schema as TSchema));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(refuse('not_found'), request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/problem+json'],
    async (request: FastifyRequest, source: IncomingMessage) =>
      parseJsonBody(await readBody(source, request.routeOptions.bodyLimit)),
  );
  // An empty body counts as none, whatever its content type says.
  app.addContentTypeParser('*', async (request: FastifyRequest, source: IncomingMessage) => {
    const { config, bodyLimit } = request.routeOptions;
    if (config.ignoresBody) await readBody(source, bodyLimit);
    else if (!(await isBodyEmpty(source))) throw refuse('unsupported_media_type');
    return undefined;
  });

  nameRequests(app);
  answerBeforeBody(app, options.discard);
  sayGoodbye(app);
  await protect(app, options);
  registerRequestHooks(app, options, createMetrics(options.database));
  app.addHook('onSend', tagReads);
  registerHealth(app, options);
  registerDocs(app, options.openApi);
  const { clock = systemClock, database } = options;
  const replicaReads = database.replica && new ReplicaReads(database.replica);
  for (const route of options.routes) registerRoute(app, route, { clock, database, replicaReads });
  return app;
}

/**
 * The usual protections, for an API whose answers are data: nothing may run, frame or guess at them. Pages
 * that need more say so themselves. Set in one call: a plugin for it took a sixth of the time of a small read.
 */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

async function protect(app: FastifyInstance, options: AppOptions): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(securityHeaders);
    done();
  });
  const forApi = corsOptions(options.corsOrigins);
  await app.register(cors, {
    // Other pages have business with the API alone: not with the metrics, the demo's mailbox or the web app.
    delegator: ({ url }, decide) => decide(null, url?.startsWith('/api/') ? forApi : { origin: false }),
  });
  shedLoad(app, options.load ?? measuredLoad(), options.database);
}

function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    // Tokens are sent by hand in a header: a foreign page has none to ride on.
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'x-request-id',
      writtenHeader,
    ],
    exposedHeaders: [
      'etag',
      'x-request-id',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'idempotency-replayed',
      writtenHeader,
    ],
    maxAge: 86_400,
  };
}

/** Without this a client that keeps its connection open would keep a stopping process for as long. */
function sayGoodbye(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done(null, payload);
  });
}

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : crypto.randomUUID();
}
