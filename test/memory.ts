import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { access, chmod, constants, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Room for the log of PostgreSQL, which keeps about 1 GB of it, and for the databases of a dozen files. */
const wantedBytes = 4 * 1024 ** 3;
/** The kind of file system that is in memory, as Linux numbers it. */
const inMemory = 0x01021994;
/** How the folders of this process begin. Those of a process that was killed are removed by the next run. */
export const ownPrefix = prefixOf(process.pid);

/**
 * A folder for what lives as long as a test: in memory if there is enough of it. A PostgreSQL has 1,000 files, and tests make and
 * remove hundreds. A disk with ext4 gives no number of a removed file to a new one for minutes, but looks at all of them each time:
 * 406 ms of CPU for a database, and 39 in memory.
 */
export async function placeInMemory(): Promise<string> {
  for (const place of [tmpdir(), '/dev/shm']) {
    const found = await statfs(place).catch(() => undefined);
    if (found?.type !== inMemory || !(await canWriteTo(place))) continue;
    if (Math.min(found.bavail * found.bsize, process.availableMemory()) >= wantedBytes) return place;
  }
  return tmpdir();
}

/** A folder for what a run of tests writes, and what removes it. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** In memory. Undefined if there is too little of it, or if temporary files are there anyway. */
export async function makeFolderInMemory(): Promise<TemporaryFolder | undefined> {
  const place = await placeInMemory();
  if (place === tmpdir()) return undefined;
  await removeAbandoned(place);
  const folder = await mkdtemp(path.join(place, ownPrefix));
  // What can't be removed now is removed by the next run.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 20 }).catch(() => undefined);
  // As /tmp is: a PostgreSQL that root starts belongs to someone else.
  await chmod(folder, 0o1777);
  if (await canRunIn(folder)) return { path: folder, remove };
  await remove();
  return undefined;
}

async function canWriteTo(folder: string): Promise<boolean> {
  return await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Some machines forbid programs there, and tests copy PostgreSQL. */
async function canRunIn(folder: string): Promise<boolean> {
  const program = path.join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  await rm(program);
  return status === 0;
}

/** Of runs that were killed: they would take memory until the machine restarts. */
export async function removeAbandoned(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = Number(/-(\d+)-[^-]*$/.exec(name)?.[1]);
    if (!name.startsWith(prefixOf(pid)) || isRunning(pid)) continue;
    await rm(path.join(place, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Containers that share the memory number their processes each for itself: only the folders of the same numbering are judged. */
function prefixOf(pid: number): string {
  return `muster-test-${numbering()}-${pid}-`;
}

function numbering(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
  } catch {
    return '0';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
