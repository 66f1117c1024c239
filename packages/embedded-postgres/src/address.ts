import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { EmbeddedPostgresError, hasCode } from './error.ts';
import { canReach, createPrivateFile, giveTo, type ServerUser } from './server-user.ts';

/** Where the server listens: a folder that holds its Unix socket, or a host. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A Unix socket has a file name made of a port; no TCP port is taken by it. */
const socketPort = 5432;
const prefix = 'muster-pg-';
/** The operating system's limit: 103 bytes on macOS, 107 on Linux. */
const longestSocketPath = 103;

const notePath = (dataDir: string) => join(dataDir, 'postgres.address');
/** Where initdb, which may run as another user, can read the password. */
export const passwordHandover = (folder: string) => join(folder, 'password');
const socketPath = (folder: string) => join(folder, `.s.PGSQL.${socketPort}`);

async function freeTcpPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return port === 5432 ? freeTcpPort() : port;
}

/** A temporary folder, for the data folder may have a longer path than a socket can have. */
function makeSocketFolder(user: ServerUser | undefined): string {
  let cause: unknown;
  for (const place of [tmpdir(), '/tmp']) {
    const length = Buffer.byteLength(socketPath(join(place, `${prefix}123456`)));
    try {
      if (length > longestSocketPath || !canReach(place, user)) continue;
      const folder = mkdtempSync(join(place, prefix));
      giveTo(user, folder);
      return folder;
    } catch (error) {
      cause = error;
    }
  }
  throw new EmbeddedPostgresError(
    `No place for PostgreSQL's socket: ${tmpdir()} has too long a path, or cannot be used by the user that runs it.\n` +
      'Set TMPDIR to another folder, or use another PostgreSQL server.',
    { cause },
  );
}

/** Chosen at each start, and noted in the data folder until `abandonAddress`. */
export async function chooseAddress(dataDir: string, user: ServerUser | undefined): Promise<Address> {
  abandonAddress(dataDir);
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freeTcpPort() };
  const host = makeSocketFolder(user);
  createPrivateFile(notePath(dataDir), host, user);
  return { host, port: socketPort };
}

/** Removes the socket folder, be it ours or one that a killed process left behind. */
export function abandonAddress(dataDir: string): void {
  if (!existsSync(notePath(dataDir))) return;
  const folder = readFileSync(notePath(dataDir), 'utf8');
  rmSync(notePath(dataDir));
  if (!basename(folder).startsWith(prefix)) return;
  try {
    removeSocket(folder);
    rmSync(passwordHandover(folder), { force: true });
    rmdirSync(folder);
  } catch {
    // An empty folder among temporary files does no harm.
  }
}

function removeSocket(folder: string): void {
  rmSync(socketPath(folder), { force: true });
  rmSync(`${socketPath(folder)}.lock`, { force: true });
}

/** Before each start of the server: a crash leaves the socket, and a cleaner of old files may take the folder. */
export function readyAddress({ host }: Address, user: ServerUser | undefined): void {
  if (!host.startsWith('/')) return;
  try {
    mkdirSync(host, { mode: 0o700 });
    giveTo(user, host);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  removeSocket(host);
}
