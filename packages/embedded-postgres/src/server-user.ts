import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError, hasCode } from './error.ts';

/** The user that the server runs as when that is not the caller: PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

function usersOfThisMachine(): (ServerUser & { name: string })[] {
  const list = '/etc/passwd';
  return (existsSync(list) ? readFileSync(list, 'utf8') : '')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && !name.startsWith('#') && uid > 0 && gid > 0);
}

function ownerOf(folder: string): ServerUser | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false });
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

/** Undefined: the caller itself. */
export function chooseServerUser(dataDir: string, folder: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const present = ownerOf(folder);
  if (present !== undefined) return present;
  const users = usersOfThisMachine();
  // A person who tries `sudo` once in a folder of theirs can go on without it afterwards.
  const host = ownerOf(dataDir);
  return (
    users.find(({ uid }) => uid === host?.uid) ??
    users.find(({ name }) => name === 'postgres' || name === '_postgres') ??
    users.find(({ name }) => name === 'nobody') ?? { uid: 65_534, gid: 65_534 }
  );
}

export function cannotSwitchUser(user: ServerUser, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `This program runs as root but may not act as another user (user id ${user.uid}), and PostgreSQL refuses to run as root.\n` +
      'Run it as an ordinary user, or use another PostgreSQL server.',
    { cause },
  );
}

/** Hands a path or an open file to the server's user. */
export function giveTo(user: ServerUser | undefined, file: string | number): void {
  if (user === undefined) return;
  try {
    if (typeof file === 'number') fchownSync(file, user.uid, user.gid);
    else chownSync(file, user.uid, user.gid);
  } catch (error) {
    // Containers without the right to do so, or with no other user than root.
    throw hasCode(error, 'EPERM', 'EINVAL') ? cannotSwitchUser(user, error) : error;
  }
}

/** Makes a small private file of the server's user, on disk when this returns; EEXIST if it is there already. */
export function createPrivateFile(path: string, text: string, user: ServerUser | undefined): void {
  // Never follows a link: the folder may belong to someone else than us.
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    giveTo(user, file);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function mayUse(path: string, user: ServerUser, bits: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

/** Whether the user can get to the path through all folders above it and read it (and enter or run it). */
export function canReach(path: string, user: ServerUser | undefined, bits: 4 | 5 = 5): boolean {
  if (user === undefined) return true;
  const real = realpathSync(path);
  if (!mayUse(real, user, bits)) return false;
  for (let above = dirname(real); ; above = dirname(above)) {
    if (!mayUse(above, user, 1)) return false;
    if (above === dirname(above)) return true;
  }
}
