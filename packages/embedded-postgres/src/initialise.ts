import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordHandover } from './address.ts';
import { EmbeddedPostgresError, serverFailure } from './error.ts';
import { endServerProcessesOf } from './processes.ts';
import { endOf, folderArgument, type Site, spawnAsServerUser } from './server-process.ts';
import { createPrivateFile, giveTo } from './server-user.ts';

const major = '18';
const unfinished = 'postgres.unfinished-';
export const userName = 'muster';

const passwordPath = (folder: string) => join(folder, 'muster.password');

export function readPassword(folder: string): string {
  return readFileSync(passwordPath(folder), 'utf8').trim();
}

/** A first start that was cut off leaves a folder of this name, and perhaps an initdb at work in it. */
async function removeUnfinished({ dataDir }: Site): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(unfinished))) {
    await endServerProcessesOf(join(dataDir, name));
    // Not `rmSync`: it stops half-way, without an error, when a file goes that it was about to remove.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function runInitdb(site: Site, folder: string, passwordFile: string, durable: boolean): Promise<void> {
  const args = [
    ...['-D', folderArgument(site, folder), '-U', userName, '--pwfile', passwordFile, '-A', 'scram-sha-256'],
    // Sorts by code point: alike on every system, and no upgrade of a library changes the order of an index.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--data-checksums', '--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ];
  const child = spawnAsServerUser(site, site.binaries.initdb, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const { code, words } = await endOf(child, site);
  if (code !== 0) throw serverFailure(`PostgreSQL could not be set up (${words})`, output, site.dataDir);
}

/** Makes the folder beside its place and renames it into it, so that the result is always complete. */
export async function createFolder(site: Site, handoverFolder: string, durable: boolean): Promise<void> {
  await removeUnfinished(site);
  const folder = mkdtempSync(join(site.dataDir, unfinished));
  try {
    giveTo(site.user, folder);
    const password = randomBytes(24).toString('base64url');
    const handover = passwordHandover(handoverFolder);
    rmSync(handover, { force: true });
    createPrivateFile(handover, password, site.user);
    await runInitdb(site, folder, handover, durable).finally(() => rmSync(handover, { force: true }));
    // Kept inside, so that it moves, and is backed up, together with the data that it opens.
    createPrivateFile(passwordPath(folder), password, site.user);
    renameSync(folder, site.folder);
    syncFolder(site.dataDir);
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function refuseForeign({ folder }: Site): void {
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `${folder} is not empty, and not a PostgreSQL data folder.\n` +
        'Move it, or choose another data folder.',
    );
  }
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found === major && existsSync(passwordPath(folder))) return;
  if (found === major) {
    throw new EmbeddedPostgresError(
      `The password file ${passwordPath(folder)} is missing.\n` +
        `Restore it from a backup, or move ${folder} away to start with an empty database.`,
    );
  }
  const advice =
    Number(found) < Number(major)
      ? `To keep the data, run pg_dump with PostgreSQL ${found} and load it into a new folder, or run pg_upgrade; to start empty, move ${folder} away.`
      : `Start the newer version of the program that made it, or load a pg_dump of it into a new folder; to start empty, move ${folder} away.`;
  throw new EmbeddedPostgresError(
    `${folder} was made by PostgreSQL ${found}, and PostgreSQL ${major} is installed.\n${advice}`,
  );
}

/** A backup that root copied back belongs to root, and is open to all; PostgreSQL accepts neither. */
function restoreOwnership({ folder, user }: Site): void {
  if (user !== undefined && statSync(folder).uid === 0) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
    }
    giveTo(user, folder);
  }
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o027) !== 0) chmodSync(folder, 0o700);
}

/** Whether a folder of ours is there, complete and ready to be started; refuses any other. */
export function examineFolder(site: Site): 'present' | 'absent' {
  const found = statSync(site.folder, { throwIfNoEntry: false });
  if (found === undefined || (found.isDirectory() && readdirSync(site.folder).length === 0)) return 'absent';
  refuseForeign(site);
  restoreOwnership(site);
  return 'present';
}
