import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#kernel/time.ts';
import { type Config, parseConfig } from '#platform/config/index.ts';
import { createSigningKeys } from '#platform/credentials/signing-keys.ts';
import { createTokens } from '#platform/credentials/tokens.ts';
import type { Database } from '#platform/db/index.ts';
import { createMetrics, type OtherProcesses } from '#platform/http/metrics.ts';
import { reportRequests } from '#platform/jobs/give-way.ts';
import { createLog, type Log } from '#platform/log/index.ts';
import { armCrashPoint } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { ApiProcesses, primaryProcess } from './api-processes.ts';
import { type OpenedDatabase, type OpenOptions, openMigrated } from './database.ts';
import { firstSteps, seedDemo } from './first-start.ts';
import { onParentEnd } from './parent.ts';
import { createNotifier, createServer, createWorker, type RunningWorker } from './service.ts';
import { slices } from './slices.ts';
import { StartupError } from './startup-error.ts';
import { startWeb } from './web-build.ts';

export interface OpenPlatform extends Platform {
  readonly opened: OpenedDatabase;
  /** Learnt when the server listens on a port of the system's choice. */
  address: string | undefined;
  close(): Promise<void>;
}

export async function createPlatform(
  name: string,
  options: Omit<OpenOptions, 'name'> = {},
): Promise<OpenPlatform> {
  const config = parseConfig(process.env);
  armCrashPoint(config.crashAt);
  const log = createLog(config.logLevel, process.stdout.isTTY === true);
  const opened = await openMigrated(config, log, { ...options, name });
  const platform: OpenPlatform = {
    config,
    log,
    clock: systemClock,
    database: opened.database,
    opened,
    address: undefined,
    ...createCredentials(opened.database, config),
    personalData: slices.flatMap((slice) => slice.personalData ?? []),
    followUps: slices.flatMap((slice) => slice.followUps ?? []),
    publicUrl: () => config.publicUrl ?? platform.address ?? `http://${config.host}:${config.port}`,
    close: () => opened.close(),
  };
  return platform;
}

function createCredentials(database: Database, config: Config): Pick<Platform, 'keys' | 'tokens'> {
  const keys = createSigningKeys(database);
  // The issuer must outlive a change of port, so only an address that was set on purpose names it.
  return { keys, tokens: createTokens(keys, config.publicUrl ?? 'muster') };
}

export interface RunningService {
  /** Resolves when the service has been asked to stop and has stopped. */
  readonly ended: Promise<void>;
}

type Stop = () => Promise<void>;

/**
 * Starts the asked-for parts and stops them in the opposite order at SIGINT, SIGTERM or SIGHUP. With several API processes, this one
 * starts them and does everything else: it has the embedded PostgreSQL and the worker.
 */
export async function runService(parts: { serve: boolean; work: boolean }): Promise<RunningService> {
  if (cluster.isWorker) return await runApiProcess();
  const asked = stopRequest();
  const name = parts.serve && parts.work ? 'muster' : parts.serve ? 'muster serve' : 'muster worker';
  return await running(name, { join: !parts.serve }, asked, async (platform, stops) => {
    const isSplit = parts.serve && platform.config.processes > 1;
    if (parts.serve && platform.config.demo) await seedDemo(platform);
    if (parts.work || !isSplit) {
      const background = await startBackground(platform, parts.work);
      stops.push(() => background.stop());
    }
    if (isSplit) await startApiProcesses(platform, stops);
    else if (parts.serve) await startServer(platform, stops);
    announce(platform, parts.serve, parts.serve ? await firstSteps(platform) : []);
  });
}

/** Opens the platform, starts what belongs to this process, and undoes all of it when that fails or when it is asked to stop. */
async function running(
  name: string,
  options: { join: boolean },
  asked: Promise<string>,
  start: (platform: OpenPlatform, stops: Stop[]) => Promise<void>,
): Promise<RunningService> {
  const platform = await createPlatform(name, options);
  const stops: Stop[] = [() => platform.close()];
  const stop = async () => {
    for (const step of stops.reverse()) await step();
  };
  try {
    await start(platform, stops);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended: endOf(asked, stop, platform.log) };
}

async function startServer(
  platform: OpenPlatform,
  stops: Stop[],
  otherProcesses?: OtherProcesses,
): Promise<void> {
  const web = startWeb(platform.log);
  stops.push(async () => web.stop());
  const app = await createServer(platform, web, { otherProcesses });
  stops.push(() => app.close());
  await listen(app.listen.bind(app), platform.config);
  platform.address = addressOf(app.server.address() as AddressInfo);
}

async function startApiProcesses(platform: OpenPlatform, stops: Stop[]): Promise<void> {
  const { config, database, log } = platform;
  // A build that belongs to this process goes on when an API process ends. The API processes wait for it.
  const web = startWeb(log);
  stops.push(async () => web.stop());
  const { ofProcess } = createMetrics(database);
  const figures = () => ofProcess.getMetricsAsJSON();
  const { processes, address } = await ApiProcesses.start({ count: config.processes, log, figures });
  stops.push(() => processes.stop());
  platform.address = address;
}

/** One of several processes that answer requests. */
async function runApiProcess(): Promise<RunningService> {
  const { channel, otherProcesses } = primaryProcess();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  channel.answer('stop', () => stop('stop'));
  const asked = Promise.race([stopRequest(), stopped]);
  try {
    return await running('muster serve', { join: true }, asked, async (platform, stops) => {
      const background = await startBackground(platform, false);
      stops.push(() => background.stop());
      await startServer(platform, stops, otherProcesses);
      const report = (requests: number) => void channel.ask('requests', requests);
      const endReports = reportRequests(platform.config.processes, report);
      stops.push(async () => endReports());
      await channel.ask('listening', platform.address);
    });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    // The process that started this one prints it, once.
    await channel.ask('failed', error.message);
    process.exit(1);
  }
}

async function startBackground(platform: OpenPlatform, work: boolean): Promise<RunningWorker> {
  return work ? await createWorker(platform, platform.database.url) : createNotifier(platform);
}

async function listen(
  listenAt: (options: { port: number; host: string }) => Promise<string>,
  config: Config,
): Promise<void> {
  try {
    await listenAt({ port: config.port, host: config.host });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `PORT: ${config.port} is in use. Stop the other program, or set PORT to another number.`,
      );
    if (code === 'EACCES')
      throw new StartupError(
        `PORT: this user cannot listen on port ${config.port}. Set PORT to a number above 1023.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(
        `HOST: this machine does not have the address ${config.host}. Set HOST to 127.0.0.1, 0.0.0.0 or one of its addresses.`,
      );
    throw error;
  }
}

function addressOf({ address, port, family }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function announce(platform: OpenPlatform, serves: boolean, extra: readonly string[]): void {
  const lines = serves
    ? [
        '  Muster is ready',
        '',
        `  Address   ${platform.publicUrl()}`,
        `  API docs  ${platform.publicUrl()}/docs`,
        `  Data      ${platform.opened.place}`,
        ...extra,
        '  Stop      Ctrl-C',
      ]
    : ['  Muster worker is ready', '', `  Data      ${platform.opened.place}`, '  Stop      Ctrl-C'];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/** The first signal asks; a second one, sent by someone who has waited long enough, ends the process. */
function stopRequest(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) process.exit(130);
      asked = true;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    // The terminal was closed, which can send this more than once. Unheard, it would leave the embedded PostgreSQL running.
    process.on('SIGHUP', () => {
      asked = true;
      resolve('SIGHUP');
    });
    onParentEnd(() => {
      if (!asked) onSignal('SIGTERM');
    });
  });
}

async function endOf(asked: Promise<string>, stop: () => Promise<void>, log: Log): Promise<void> {
  const signal = await asked;
  log.info({ signal }, 'stopping: finishing requests and jobs');
  await stop();
  log.info('stopped');
}
