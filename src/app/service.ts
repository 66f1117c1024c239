import type { FastifyInstance } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import { keepZones } from '#platform/db/zones.ts';
import { type AppOptions, buildApp } from '#platform/http/app.ts';
import { buildOpenApi } from '#platform/http/openapi.ts';
import { createRateLimiter } from '#platform/http/rate-limit.ts';
import { bearerAuthentication } from '#platform/http/request.ts';
import type { Route } from '#platform/http/route.ts';
import { startWorker } from '#platform/jobs/runner.ts';
import { startNotifier, startRelay } from '#platform/outbox/index.ts';
import type { Platform, Serving } from '#platform/slice.ts';
import { backgroundOf } from './background.ts';
import { registerPages } from './pages.ts';
import { slices } from './slices.ts';
import { version } from './version.ts';
import { registerWeb } from './web.ts';
import type { Web } from './web-build.ts';

function allRoutes(platform: Platform): Route[] {
  return slices.flatMap((slice) => slice.routes?.(platform) ?? []);
}

function contractOf(routes: readonly Route[]): object {
  return buildOpenApi(routes, version, Object.assign({}, ...slices.map(({ tags }) => tags)));
}

export function openApiOf(platform: Platform): object {
  const serving = servingOf(platform, createAuthentication(platform));
  return contractOf([...allRoutes(platform), ...serving.flatMap(({ routes }) => routes)]);
}

function servingOf(platform: Platform, authenticate: (header: string) => Promise<Actor>): Serving[] {
  return slices.flatMap((slice) => slice.serve?.(platform, authenticate) ?? []);
}

/** The HTTP side, ready to listen or to be injected into. */
export async function createServer(
  platform: Platform,
  web?: Web,
  options: Pick<AppOptions, 'load'> = {},
): Promise<FastifyInstance> {
  const { config, database } = platform;
  const authenticate = createAuthentication(platform);
  const serving = servingOf(platform, authenticate);
  const routes = [...allRoutes(platform), ...serving.flatMap((one) => one.routes)];
  const app = await buildApp({
    database,
    routes,
    openApi: contractOf(routes),
    log: platform.log,
    authenticate,
    rateLimiter: config.rateLimit === 'off' ? undefined : createRateLimiter(database, config.demo ? 10 : 1),
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    clock: platform.clock,
    ...options,
  });
  const stopKeeping = await keepZones(database.pool, platform.log);
  app.addHook('onClose', async () => stopKeeping());
  registerPages(app, platform);
  registerWeb(app, web);
  app.addHook('preClose', async () => {
    await Promise.all(serving.map((one) => one.stop()));
  });
  return app;
}

function createAuthentication(platform: Platform): (header: string) => Promise<Actor> {
  return bearerAuthentication(slices.flatMap((slice) => slice.credentials?.(platform) ?? []));
}

export interface RunningWorker {
  stop(): Promise<void>;
}

/** Jobs and the relay that feeds them. */
export async function createWorker(platform: Platform, url: string): Promise<RunningWorker> {
  const { database, log, config, clock } = platform;
  const { reactions, fanouts, handlers, cron } = backgroundOf(slices, platform);
  const stopKeeping = await keepZones(database.pool, log);
  const worker = await startWorker({
    database,
    handlers,
    cron,
    concurrency: config.workerConcurrency,
    log,
    clock,
  });
  const others = slices.flatMap((slice) => slice.startWork?.(platform) ?? []);
  const relay = startRelay(database, url, reactions, log, fanouts);
  return {
    async stop() {
      stopKeeping();
      await relay.stop();
      await Promise.all([worker.stop(), ...others.map((other) => other.stop())]);
    },
  };
}

/** A server without a worker of its own tells the workers elsewhere when there is something to do. */
export function createNotifier(platform: Platform): RunningWorker {
  const notifier = startNotifier(platform.database);
  return { stop: async () => notifier.stop() };
}
