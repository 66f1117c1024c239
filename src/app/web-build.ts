import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadWebFiles, type WebFiles } from '#platform/http/web-files.ts';
import type { Log } from '#platform/log/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'web');
const dist = path.join(folder, 'dist');
const lock = path.join(root, 'tmp', 'web-build');
const longestBuildMs = 180_000;

/** The web app of this program. */
export interface Web {
  /** Waits for a running build; undefined when there is nothing to serve. */
  files(): Promise<WebFiles | undefined>;
  stop(): void;
}

/**
 * Builds the app when it is missing or older than its sources, in its own process: the API does not wait for
 * it, and starts without it when it fails.
 */
export function startWeb(log: Log): Web {
  const stopping = new AbortController();
  const ready = prepare(log, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted)
      log.error({ err: error }, 'the web app could not be built; the API runs without it');
    // Yesterday's app is better than none.
    return loadWebFiles(dist).catch(() => undefined);
  });
  return { files: () => ready, stop: () => stopping.abort() };
}

async function prepare(log: Log, signal: AbortSignal): Promise<WebFiles> {
  const stamp = await webStamp();
  if (!(await isFresh(stamp))) {
    const release = await waitForTurn(signal);
    try {
      if (!(await isFresh(stamp))) {
        const startedMs = performance.now();
        log.info('building the web app');
        await build(stamp, signal);
        log.info({ ms: Math.round(performance.now() - startedMs) }, 'web app built');
      }
    } finally {
      await release();
    }
  }
  return await loadWebFiles(dist);
}

/** Says which sources and which packages a build is made of. Costs a few milliseconds. */
export async function webStamp(): Promise<string> {
  const sum = createHash('sha256');
  const folders = [folder, path.join(root, 'packages/client')];
  const entries = folders.map((one) => readdir(one, { recursive: true, withFileTypes: true }));
  const sources = (await Promise.all(entries))
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/^web[\\/]dist[\\/]|\.test\.ts$|\.md$/.test(file))
    .sort();
  const texts = await Promise.all(sources.map((file) => readFile(path.join(root, file))));
  for (const [index, text] of texts.entries()) sum.update(`${sources[index]}\0${text.length}\0`).update(text);
  sum.update(await readFile(path.join(root, 'package-lock.json')).catch(() => ''));
  return sum.digest('hex');
}

async function isFresh(stamp: string): Promise<boolean> {
  return (await readFile(path.join(dist, '.stamp'), 'utf8').catch(() => '')) === stamp;
}

async function build(stamp: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [path.join(folder, 'build.ts'), stamp], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestBuildMs)]),
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject).on('close', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`web/build.ts ended with code ${code}:\n${printed.trim().slice(-2_000)}`);
}

/** Several processes may start at once on one checkout; one of them builds. */
async function waitForTurn(signal: AbortSignal): Promise<() => Promise<void>> {
  await mkdir(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      await mkdir(lock);
      await writeFile(path.join(lock, 'pid'), String(process.pid));
      return () => rm(lock, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isAbandoned()) await rm(lock, { recursive: true, force: true });
    else await new Promise((resolve) => setTimeout(resolve, 250));
    signal.throwIfAborted();
  }
}

async function isAbandoned(): Promise<boolean> {
  const since = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  if (Date.now() - since > longestBuildMs) return true;
  const pid = Number(await readFile(path.join(lock, 'pid'), 'utf8').catch(() => ''));
  if (!pid) return Date.now() - since > 5_000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
