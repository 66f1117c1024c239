import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { Address } from './address.ts';
import { hasCode } from './error.ts';
import { endProcess, endServerProcessesOf, isAlive, isServerOf, signalProcess } from './processes.ts';
import { requestShutdown, type Site } from './server-process.ts';
import { createPrivateFile } from './server-user.ts';

export interface Postmaster {
  readonly pid: number;
  readonly address: Address;
}

/** What postmaster.pid says; undefined if there is none, 'unreadable' if a crash or a full disk cut it short. */
export function readPostmaster(folder: string): Postmaster | 'unreadable' | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const [pid, , , port, socketFolder, host] = lines;
  if (!(Number(pid) > 0)) return 'unreadable';
  return { pid: Number(pid), address: { host: socketFolder || host || '', port: Number(port) } };
}

function isListening({ host, port }: Address): Promise<boolean> {
  const socket = host.startsWith('/')
    ? createConnection(join(host, `.s.PGSQL.${port}`))
    : createConnection(port, host);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

/** Whether that very server runs; its number may have passed to another process. */
export async function isRunning(postmaster: Postmaster, folder: string): Promise<boolean> {
  if (process.platform === 'linux') return isServerOf(postmaster.pid, folder);
  return isAlive(postmaster.pid) && (await isListening(postmaster.address));
}

async function stopOrphan({ pid }: Postmaster, site: Site): Promise<void> {
  const runs = () => (process.platform === 'linux' ? isServerOf(pid, site.folder) : isAlive(pid));
  await endProcess(runs, [
    { act: () => requestShutdown(pid, 'fast', site), timeoutMs: 10_000 },
    { act: () => requestShutdown(pid, 'immediate', site), timeoutMs: 5_000 },
    { act: () => signalProcess(pid, 'SIGKILL'), timeoutMs: 2_000 },
  ]);
}

/**
 * PostgreSQL takes a lock file for valid if any process of its user has the number in it, be it a stranger or
 * a zombie. With our number in it, that of the server's parent, it knows better. The file is not simply
 * removed, because it names the old shared memory, and PostgreSQL checks that no one uses that any more.
 */
function disownLockFile({ folder, user }: Site): void {
  const path = join(folder, 'postmaster.pid');
  if (process.platform === 'win32') {
    // There the shared memory is found by the folder's name, and the parent's number is not looked at.
    rmSync(path);
    return;
  }
  const text = readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid));
  const replacement = `${path}.${randomBytes(6).toString('hex')}`;
  createPrivateFile(replacement, text, user);
  renameSync(replacement, path);
}

/** Clears away what a killed predecessor left: its server, that server's processes, its hold on the folder. */
export async function endPredecessor(site: Site): Promise<void> {
  const predecessor = readPostmaster(site.folder);
  if (typeof predecessor === 'object' && (await isRunning(predecessor, site.folder))) {
    await stopOrphan(predecessor, site);
  }
  await endServerProcessesOf(site.folder);

  const left = readPostmaster(site.folder);
  if (left === 'unreadable') rmSync(join(site.folder, 'postmaster.pid'));
  else if (left !== undefined) disownLockFile(site);
}
