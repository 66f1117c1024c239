import { randomBytes } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, hasCode } from './error.ts';
import { isAlive, startTimeOf } from './processes.ts';
import { createPrivateFile, type ServerUser } from './server-user.ts';

// One process owns a data folder at a time. PostgreSQL's own postmaster.pid stays the last line of defence,
// but it knows neither an owner whose server is just restarting nor a process in another container.

const heartbeatMs = 2_000;
/** A lock from another machine or container, whose processes we cannot see, counts as left behind after this. */
const silenceMs = 10_000;
/** How long a lock may stay half written by its maker. */
const writingMs = 1_000;

export interface Owner {
  readonly pid: number;
  readonly startTime: string | undefined;
  /** The kernel and the process numbering that `pid` belongs to. */
  readonly place: string;
  readonly host: string;
  readonly nonce: string;
}

export interface FolderLock {
  release(): void;
}

const lockPath = (dataDir: string) => join(dataDir, 'postgres.lock');

function here(): string {
  if (process.platform !== 'linux') return hostname();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
}

/** Undefined: no lock. An owner with pid 0: a lock that no one finished writing. */
async function readOwner(path: string): Promise<Owner | undefined> {
  for (const deadline = Date.now() + writingMs; ; await sleep(20)) {
    try {
      return JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      if (!(error instanceof SyntaxError)) throw error;
      if (Date.now() > deadline)
        return { pid: 0, startTime: undefined, place: here(), host: '', nonce: 'torn' };
    }
  }
}

async function isLive(owner: Owner, path: string): Promise<boolean> {
  if (owner.place === here()) {
    if (owner.pid === 0 || !isAlive(owner.pid)) return false;
    return owner.startTime === undefined || owner.startTime === startTimeOf(owner.pid);
  }
  const firstSeen = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  for (const since = Date.now(); ; await sleep(200)) {
    const lastBeat = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (lastBeat === undefined) return false;
    if (lastBeat !== firstSeen) return true;
    // The first condition saves the wait after a reboot; the second holds when the clocks disagree.
    if (Date.now() - lastBeat > silenceMs || Date.now() - since > silenceMs) return false;
  }
}

function create(path: string, owner: Owner, user: ServerUser | undefined): boolean {
  try {
    createPrivateFile(path, JSON.stringify(owner), user);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Makes the lock at `path` ours. A lock left behind may only be replaced by the process that holds the lock named
 * after it; so of several processes that find it, one wins. That lock in turn may be left behind by a
 * process that died at this very point, and is then taken over in the same way.
 */
async function acquire(path: string, mine: Owner, user: ServerUser | undefined): Promise<Owner | undefined> {
  for (;;) {
    if (create(path, mine, user)) return undefined;
    const current = await readOwner(path);
    if (current === undefined) continue;
    if (await isLive(current, path)) return current;

    const successor = `${path}.after-${current.nonce}`;
    const rival = await acquire(successor, mine, user);
    if (rival !== undefined) return rival;
    if ((await readOwner(path))?.nonce === current.nonce) {
      renameSync(successor, path);
      return undefined;
    }
    unlinkSync(successor);
  }
}

export async function lockFolder(dataDir: string, user: ServerUser | undefined): Promise<FolderLock> {
  const path = lockPath(dataDir);
  const mine: Owner = {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    place: here(),
    host: hostname(),
    nonce: randomBytes(6).toString('hex'),
  };
  const other = await acquire(path, mine, user);
  if (other !== undefined) {
    const where = other.place === mine.place ? '' : ` on ${other.host}, perhaps in a container`;
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} is in use by process ${other.pid}${where}.\n` +
        'Stop that process, choose another data folder, or let both use one PostgreSQL server.',
    );
  }
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // A folder that went away under a running server is PostgreSQL's to report.
    }
  }, heartbeatMs).unref();
  return {
    release() {
      clearInterval(heartbeat);
      // The folder may be gone, or, after a long sleep of ours, in other hands.
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      if (text.includes(mine.nonce)) unlinkSync(path);
    },
  };
}

/** The live process that owns the folder, if there is one. */
export async function ownerOf(dataDir: string): Promise<Owner | undefined> {
  const owner = await readOwner(lockPath(dataDir));
  return owner !== undefined && (await isLive(owner, lockPath(dataDir))) ? owner : undefined;
}
