import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { TSchema } from 'typebox';
import { refuse } from '#kernel/refusal.ts';
import { type Clock, systemClock } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';
import { largestBody } from './body-limit.ts';
import { registerBodyParsers } from './body-parsers.ts';
import { answerClientError } from './client-error.ts';
import { CrossOrigin } from './cors.ts';
import { registerDocs } from './docs.ts';
import { type Load, measuredLoad, OpenRequests } from './load.ts';
import { createMetrics, registerHealth } from './metrics.ts';
import { sendProblem } from './problem.ts';
import { ReplicaReads } from './replica-reads.ts';
import { type RequestOptions, registerRequestHooks } from './request.ts';
import { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import { registerRoute, serializerFor } from './routing.ts';
import { type DiscardLimits, UnreadBodies } from './unread-body.ts';
import { compileValidator } from './validation.ts';

export interface AppOptions extends RequestOptions {
  readonly database: Database;
  readonly routes: readonly Route[];
  readonly openApi: () => object;
  readonly log: Log;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: number;
  readonly clock?: Clock;
  /** How long a sender may take for a whole request. */
  readonly requestTimeoutMs?: number;
  /** How long a handler may take. */
  readonly answerMs?: number;
  /** When to shed requests. Tests bring their own. */
  readonly load?: Load;
  /** How much of a body that no one needs is read and thrown away, so that its sender sees the answer. */
  readonly discard?: DiscardLimits;
}

/** The whole HTTP side as one Fastify instance: the server listens with it, tests inject into it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const requestTimeoutMs = options.requestTimeoutMs ?? 30_000;
  const app = Fastify({
    loggerInstance: new RequestLog(options.log) as FastifyBaseLogger,
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
      // Node would answer 400 without a body; our hook answers with one.
      requireHostHeader: false,
    },
    keepAliveTimeout: 65_000,
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
  app.setValidatorCompiler((route) => whenUsed(() => compileValidator(route)));
  app.setSerializerCompiler(({ schema }) => whenUsed(() => serializerFor(schema as TSchema)));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(refuse('not_found'), request, reply));
  const unreadBodies = new UnreadBodies(app, options.discard);
  registerBodyParsers(app, unreadBodies);

  const metrics = createMetrics(options.database);
  registerRequestHooks(app, options, {
    metrics,
    crossOrigin: new CrossOrigin(app, options.corsOrigins),
    open: new OpenRequests(options.database, options.load ?? measuredLoad(), options.answerMs),
    unreadBodies,
  });
  const isReady = registerHealth(app, options.database, options.otherProcesses);
  options.otherProcesses?.answerWith({ figures: () => metrics.ofProcess.getMetricsAsJSON(), isReady });
  registerDocs(app, options.openApi);
  const { clock = systemClock, database } = options;
  const replicaReads = database.replica && new ReplicaReads(database.replica);
  for (const route of options.routes) registerRoute(app, route, { clock, database, replicaReads });
  return app;
}

/**
 * Compiles a schema at its first use. All of them at once took 0.8 s of CPU, a third of a start; one takes about 1 ms, the
 * longest, which contains itself, 50.
 */
function whenUsed<Input, Output>(compile: () => (input: Input) => Output): (input: Input) => Output {
  let compiled: ReturnType<typeof compile> | undefined;
  return (input) => {
    compiled ??= compile();
    return compiled(input);
  };
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
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : randomUUID();
}
