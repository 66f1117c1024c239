import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { abandonAddress, chooseAddress } from './address.ts';
import { findBinaryPackage, prepareBinaries } from './binaries.ts';
import type { BinaryPackage } from './binaries-copy.ts';
import { explain, hasCode } from './error.ts';
import { lockFolder, ownerOf } from './folder-lock.ts';
import { createFolder, examineFolder, readPassword } from './initialise.ts';
import { endPredecessor, isRunning, readPostmaster } from './predecessor.ts';
import { serverVersion, urlOf } from './readiness.ts';
import { openServerLog } from './server-log.ts';
import type { Site } from './server-process.ts';
import { chooseServerUser, type ServerUser } from './server-user.ts';
import { type Supervised, supervise } from './supervise.ts';

export { EmbeddedPostgresError } from './error.ts';

export interface EmbeddedPostgres {
  /** For `pg`: database and user "muster". It stays the same when the server is started again after a crash. */
  readonly url: string;
  readonly dataDir: string;
  readonly version: string;
  /** Ends the server in order. Safe to call twice. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** PostgreSQL's own files go to the folder `postgres` in it. */
  dataDir: string;
  /** Settings of PostgreSQL beside our own, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>;
  /** Gets what an operator should know: the server crashed, runs again. The server's own log is a file. */
  onLog?: (line: string) => void;
  /** How long the server may take to end in order before it is made to. */
  stopTimeoutMs?: number;
}

const postgresFolder = (dataDir: string) => join(dataDir, 'postgres');

/** Undoes the steps done so far, last one first. */
type Undo = (() => unknown)[];

async function startOwned(
  { settings = {}, onLog = () => undefined, stopTimeoutMs = 10_000 }: StartOptions,
  dataDir: string,
  user: ServerUser | undefined,
  found: BinaryPackage,
  undo: Undo,
): Promise<Supervised & { url: string }> {
  const site: Site = {
    dataDir,
    folder: postgresFolder(dataDir),
    user,
    binaries: prepareBinaries(found, user),
  };
  const log = openServerLog(dataDir, user);
  undo.push(() => log.close());
  const state = examineFolder(site);
  if (state === 'present') await endPredecessor(site);
  const address = await chooseAddress(dataDir, user);
  undo.push(() => abandonAddress(dataDir));
  if (state === 'absent') {
    const handoverFolder = address.host.startsWith('/') ? address.host : dataDir;
    await createFolder(site, handoverFolder, settings['fsync'] !== 'off');
  }
  const password = readPassword(site.folder);
  const server = await supervise({ site, address, password, settings, log, onLog, stopTimeoutMs });
  return { ...server, url: urlOf(address, password) };
}

/** Not `recursive`, which answers "no such file" where the cause is a read-only file system. */
function makeFolder(path: string, isParentThere = false): void {
  try {
    // Others may pass through, but not look around; what is inside is closed to them anyway.
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    if (hasCode(error, 'EEXIST') && statSync(path).isDirectory()) return;
    if (!hasCode(error, 'ENOENT') || isParentThere) throw error;
    makeFolder(dirname(path));
    makeFolder(path, true);
  }
}

async function undoAll(undo: Undo): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
}

/** Starts a PostgreSQL of our own in the data folder, setting it up if there is none yet. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const undo: Undo = [];
  try {
    const found = findBinaryPackage();
    makeFolder(dataDir);
    const user = chooseServerUser(dataDir, postgresFolder(dataDir));
    const lock = await lockFolder(dataDir, user);
    undo.push(() => lock.release());
    const { url, version, stop } = await startOwned(options, dataDir, user, found, undo);
    undo.push(stop);
    let stopped: Promise<void> | undefined;
    return {
      url,
      dataDir,
      version,
      stop() {
        stopped ??= undoAll(undo);
        return stopped;
      },
    };
  } catch (error) {
    // What cannot be undone must not hide why it had to be.
    await undoAll(undo).catch(() => undefined);
    throw explain(error, dataDir);
  }
}

const joinTimeoutMs = 10_000;

/** The server that another live process runs in this folder, for command-line tools to join. */
export async function findRunningPostgres(dataDir: string): Promise<{ url: string } | undefined> {
  const folder = postgresFolder(resolve(dataDir));
  try {
    for (const since = Date.now(); (await ownerOf(resolve(dataDir))) !== undefined; await sleep(50)) {
      const postmaster = readPostmaster(folder);
      if (typeof postmaster === 'object' && (await isRunning(postmaster, folder))) {
        const url = urlOf(postmaster.address, readPassword(folder));
        // Its owner may be about to start it: then waiting a moment helps.
        if (await serverVersion(url).catch(() => undefined)) return { url };
      }
      if (Date.now() - since > joinTimeoutMs) return undefined;
    }
    return undefined;
  } catch (error) {
    throw explain(error, resolve(dataDir));
  }
}
