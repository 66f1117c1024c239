import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { canReach, type ServerUser } from './server-user.ts';

export interface BinaryPackage {
  readonly native: string;
  readonly version: string;
}

const abandonedAfterMs = 60 * 60 * 1000;

/** Caches first: a cleaner of temporary files could take a copy apart while it is in use. */
function placesForCopies(): string[] {
  const cache = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache');
  return [...new Set([cache, tmpdir(), '/tmp'])];
}

interface PackagedFile {
  readonly path: string;
  readonly sizeBytes: number;
}

function filesOf(native: string): PackagedFile[] {
  return readdirSync(native, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(native.length + 1), sizeBytes: statSync(path).size }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The server program and the sizes of the rest: 30 ms at each start; hashing all 57 MB took 120 ms. */
function identityOf(native: string, files: readonly PackagedFile[]): string {
  return createHash('sha256')
    .update(JSON.stringify(files))
    .update(readFileSync(join(native, 'bin', 'postgres')))
    .digest('hex')
    .slice(0, 16);
}

/** Only what we made ourselves is run; in a shared folder anyone may have put something in its place. */
function isTrusted(copy: string): boolean {
  const found = lstatSync(copy);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

function isWhole(copy: string, files: readonly PackagedFile[]): boolean {
  return files.every(
    ({ path, sizeBytes }) =>
      statSync(join(copy, 'native', path), { throwIfNoEntry: false })?.size === sizeBytes,
  );
}

function copyTree(from: string, to: string): void {
  mkdirSync(to);
  // Set apart from making it, so that the caller's umask has no say.
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, basename(from) === 'bin' || (statSync(source).mode & 0o100) !== 0 ? 0o755 : 0o644);
    }
  }
}

function removeAbandonedBuilds(copy: string): void {
  for (const name of readdirSync(dirname(copy))) {
    const build = join(dirname(copy), name);
    if (!name.startsWith(`${basename(copy)}.`) || !isTrusted(build)) continue;
    if (Date.now() - statSync(build).mtimeMs > abandonedAfterMs)
      rmSync(build, { recursive: true, force: true });
  }
}

function build(native: string, copy: string, files: readonly PackagedFile[]): void {
  removeAbandonedBuilds(copy);
  const fresh = mkdtempSync(`${copy}.`);
  try {
    copyTree(native, join(fresh, 'native'));
    completeLibraryLinks(join(fresh, 'native'));
    // After a power cut a copy must not be found with holes in it.
    spawnSync('sync', ['--file-system', fresh]);
    chmodSync(fresh, 0o755);
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another start was faster.
    if (!existsSync(copy) || !isTrusted(copy) || !isWhole(copy, files)) throw error;
  }
}

/** The native folder of a copy, made once, that the server's user can read while only we can write it. */
export function copyOfBinaries(
  { native, version }: BinaryPackage,
  user: ServerUser | undefined,
  places: readonly string[] = placesForCopies(),
): string {
  const files = filesOf(native);
  const name = `muster-postgres-${version}-${identityOf(native, files)}`;
  let cause: unknown;
  for (const place of places.filter((path) => existsSync(path) && canReach(path, user))) {
    const copy = join(place, name);
    try {
      if (
        lstatSync(copy, { throwIfNoEntry: false }) !== undefined &&
        !(isTrusted(copy) && isWhole(copy, files))
      ) {
        renameSync(copy, `${copy}.refused-${randomBytes(6).toString('hex')}`);
      }
      if (!existsSync(copy)) build(native, copy, files);
      return join(copy, 'native');
    } catch (error) {
      cause = error;
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL's programs in ${native} cannot be run by user id ${user?.uid ?? process.getuid?.()}, ` +
      `and no copy could be made in ${places.join(' or ')} (${cause instanceof Error ? cause.message : 'not reachable'}).\n` +
      'Make room for it there, or use another PostgreSQL server.',
    { cause },
  );
}

/**
 * npm packages cannot hold symbolic links; a script of the package makes them at install time. Where install
 * scripts are switched off the programs lack their libraries, so the links are made here.
 */
export function completeLibraryLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Of two starts at once, the other made it.
      if (!existsSync(link)) throw error;
    }
  }
}
