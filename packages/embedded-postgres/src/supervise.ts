import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, readyAddress } from './address.ts';
import { serverFailure } from './error.ts';
import { endPredecessor } from './predecessor.ts';
import { endProcess, signalProcess } from './processes.ts';
import { untilReady } from './readiness.ts';
import type { ServerLog } from './server-log.ts';
import { endOf, folderArgument, requestShutdown, type Site, spawnAsServerUser } from './server-process.ts';
import { settingArguments } from './settings.ts';

export interface Post {
  readonly site: Site;
  readonly address: Address;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: ServerLog;
  readonly onLog: (line: string) => void;
  readonly stopTimeoutMs: number;
}

interface Server {
  readonly pid: number;
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  readonly version: string;
}

const firstPauseMs = 50;
const longestPauseMs = 5_000;
/** Where we cannot end what an old server left behind, it ends within moments. */
const oldServerMs = 10_000;
const oldServerLives = /shared memory block .* is still in use|lock file .* already exists/;

/** Spawns a postmaster and waits until it takes queries. `onSpawn` gets it before that. */
async function launch(post: Post, onSpawn: (server: Omit<Server, 'version'>) => void): Promise<Server> {
  const { site, address, password, settings, log } = post;
  readyAddress(address, site.user);
  const logStart = log.sizeBytes();
  const child = spawnAsServerUser(
    site,
    site.binaries.postgres,
    ['-D', folderArgument(site), ...settingArguments(address, settings)],
    // In its own session: Ctrl-C in a terminal is for us alone, and we end the server last.
    { cwd: site.folder, detached: process.platform !== 'win32', stdio: ['ignore', log.file, log.file] },
  );
  let hasEnded = false;
  let failure: unknown;
  const ended = endOf(child, site)
    .then(({ words }) => words)
    .catch((error: unknown) => {
      failure = error;
      return String(error);
    })
    .finally(() => {
      hasEnded = true;
    });
  const server = { pid: child.pid ?? 0, ended, hasEnded: () => hasEnded };
  onSpawn(server);
  try {
    return { ...server, version: await untilReady(address, password, server.hasEnded) };
  } catch (error) {
    if (failure !== undefined) throw failure;
    if (!hasEnded) {
      await shutDown(server, post);
      throw error;
    }
    throw serverFailure(`PostgreSQL did not start (${await ended})`, log.textFrom(logStart), site.dataDir);
  }
}

async function shutDown(
  server: Pick<Server, 'pid' | 'hasEnded'>,
  { site, stopTimeoutMs }: Post,
): Promise<void> {
  await endProcess(
    () => !server.hasEnded(),
    [
      { act: () => requestShutdown(server.pid, 'fast', site), timeoutMs: stopTimeoutMs },
      // PostgreSQL itself kills what does not heed this within five seconds.
      { act: () => requestShutdown(server.pid, 'immediate', site), timeoutMs: 7_000 },
      { act: () => signalProcess(server.pid, 'SIGKILL'), timeoutMs: 5_000 },
    ],
  );
}

export interface Supervised {
  readonly version: string;
  stop(): Promise<void>;
}

/** Runs the server until `stop`, starting it again whenever it ends unexpectedly. */
export async function supervise(post: Post): Promise<Supervised> {
  const { site, onLog } = post;
  const stopping = new AbortController();
  let current: Omit<Server, 'version'> | undefined;
  const start = () =>
    launch(post, (server) => {
      current = server;
    });

  const startAgain = async (): Promise<Server | undefined> => {
    const since = Date.now();
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      try {
        await endPredecessor(site);
        if (stopping.signal.aborted) return undefined;
        const server = await start();
        onLog(`PostgreSQL is running again after ${Date.now() - since} ms`);
        return server;
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        onLog(`PostgreSQL cannot be restarted yet: ${error instanceof Error ? error.message : error}`);
      }
    }
  };

  const watch = async (first: Server): Promise<void> => {
    for (let server: Server | undefined = first; server !== undefined; server = await startAgain()) {
      const words = await server.ended;
      if (stopping.signal.aborted) return;
      onLog(`PostgreSQL stopped unexpectedly (${words}); restarting it`);
    }
  };

  // An orderly exit calls stop(); this is for the one that does not, so that no server is left running.
  const onExit = () => current?.hasEnded() === false && requestShutdown(current.pid, 'fast', site);
  process.once('exit', onExit);
  const first = await startAfterOldServer(start).catch((error: unknown) => {
    process.off('exit', onExit);
    throw error;
  });
  const watching = watch(first);

  return {
    version: first.version,
    async stop() {
      stopping.abort();
      if (current !== undefined) await shutDown(current, post);
      await watching;
      process.off('exit', onExit);
    },
  };
}

async function startAfterOldServer(start: () => Promise<Server>): Promise<Server> {
  for (const since = Date.now(); ; await sleep(200)) {
    try {
      return await start();
    } catch (error) {
      const retry = error instanceof Error && oldServerLives.test(error.message);
      if (!retry || Date.now() - since > oldServerMs) throw error;
    }
  }
}
