import type { FastifyInstance } from 'fastify';
import { systemClock } from '#kernel/time.ts';
import { parseConfig } from '#platform/config/index.ts';
import { keepZones } from '#platform/db/zones.ts';
import { type AppOptions, buildApp } from '#platform/http/app.ts';
import { buildOpenApi } from '#platform/http/openapi.ts';
import { createRateLimiter } from '#platform/http/rate-limit.ts';
import { bearerAuthentication } from '#platform/http/request.ts';
import { startWorker } from '#platform/jobs/runner.ts';
import { createLog } from '#platform/log/index.ts';
import { startNotifier, startRelay } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { backgroundOf } from './background.ts';
import { slices } from './slices.ts';
import { version } from './version.ts';
import { registerPages, registerWeb } from './web.ts';
import type { Web } from './web-build.ts';

/** What all slices answer, and how that is described. */
function interfaceOf(platform: Platform) {
  const authenticate = bearerAuthentication(slices.flatMap((slice) => slice.credentials?.(platform) ?? []));
  const serving = slices.flatMap((slice) => slice.serve?.(platform, authenticate) ?? []);
  const routes = [
    ...slices.flatMap((slice) => slice.routes?.(platform) ?? []),
    ...serving.flatMap((one) => one.routes),
  ];
  const openApi = () => buildOpenApi(routes, version, Object.assign({}, ...slices.map(({ tags }) => tags)));
  return { authenticate, serving, routes, openApi };
}

/** The HTTP side, ready to listen or to be injected into. */
export async function createServer(
  platform: Platform,
  web?: Web,
  options: Pick<AppOptions, 'load' | 'otherProcesses'> = {},
): Promise<FastifyInstance> {
  const { config, database } = platform;
  const { authenticate, serving, routes, openApi } = interfaceOf(platform);
  const app = await buildApp({
    database,
    routes,
    openApi,
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

export interface RunningWorker {
  stop(): Promise<void>;
}

/** Jobs and the relay that feeds them. Without a schedule, nothing begins only because it is ten o'clock. */
export async function createWorker(
  platform: Platform,
  url: string,
  { hasSchedule = true } = {},
): Promise<RunningWorker> {
  const { database, log, config, clock } = platform;
  const { reactions, fanouts, handlers, cron } = backgroundOf(slices, platform);
  const stopKeeping = await keepZones(database.pool, log);
  const worker = await startWorker({
    database,
    handlers,
    cron: hasSchedule ? cron : [],
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

/** A server without its own worker notifies workers in other processes when there is work. */
export function createNotifier(platform: Platform): RunningWorker {
  const notifier = startNotifier(platform.database);
  return { stop: async () => notifier.stop() };
}

/** The contract as text. Routes are only described here, never called, so they need no database. */
export function openApiDocument(): string {
  const config = parseConfig({});
  const platform = {
    database: {},
    config,
    clock: systemClock,
    log: createLog('silent', false),
    publicUrl: () => '',
  };
  const { openApi } = interfaceOf(platform as unknown as Platform);
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}
