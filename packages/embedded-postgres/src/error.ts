/** A start that failed for a reason that an operator can fix; the message says how. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

const elsewhere = 'choose another data folder, or use another PostgreSQL server';

/** Matches Node's error codes as well as what PostgreSQL and initdb print for the same failures. */
const knownFailures: readonly { sign: RegExp; message: (dataDir: string) => string }[] = [
  {
    sign: /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/,
    message: (dataDir) =>
      `The disk that holds the data folder ${dataDir} is full.\n` +
      `Free some space there (a first start needs about 100 MB), ${elsewhere}.`,
  },
  {
    sign: /EROFS|Read-only file system/,
    message: (dataDir) =>
      `The data folder ${dataDir} is on a read-only file system.\nMount it writable, ${elsewhere}.`,
  },
  {
    sign: /ENOTDIR|EEXIST|Not a directory/,
    message: (dataDir) =>
      `The data folder ${dataDir} cannot be created, because there is a file with that name.\n` +
      `Move that file, ${elsewhere}.`,
  },
  {
    // As of a folder in /proc. Folders that are only missing are created.
    sign: /ENOENT.*mkdir/,
    message: (dataDir) =>
      `The data folder ${dataDir} cannot be created there.\nMake it yourself and start again, ${elsewhere}.`,
  },
  {
    sign: /could not look up effective user ID/,
    message: () =>
      'PostgreSQL cannot be set up by a user that has no entry in /etc/passwd.\n' +
      'Run this program as a user that has one, or use another PostgreSQL server.',
  },
  {
    sign: /administrative permissions is not permitted/,
    message: () =>
      'PostgreSQL does not run with administrator rights.\n' +
      'Run this program without them, or use another PostgreSQL server.',
  },
  {
    sign: /EACCES|EPERM|Permission denied|Operation not permitted/,
    message: (dataDir) =>
      `The data folder ${dataDir} cannot be read and written by this user (user id ${process.getuid?.() ?? '?'}).\n` +
      `Run this program as the user that owns it, change its owner, ${elsewhere}.`,
  },
];

/** Turns a failure on the way to a running server into words for the operator, keeping the cause. */
export function explain(cause: unknown, dataDir: string): Error {
  if (cause instanceof EmbeddedPostgresError) return cause;
  if (!(cause instanceof Error)) return new Error(String(cause));
  const known = knownFailures.find(({ sign }) =>
    sign.test(`${'code' in cause ? cause.code : ''} ${cause.message}`),
  );
  return known === undefined ? cause : new EmbeddedPostgresError(known.message(dataDir), { cause });
}

/** What initdb or the server printed before it gave up. Thrown as it is only if no known failure explains it. */
export function serverFailure(what: string, output: string, dataDir: string): Error {
  const complaints = output
    .split('\n')
    .filter((line) => /(FATAL|PANIC|HINT|error|detail|hint): /.test(line))
    // The answers to our own early attempts to connect.
    .filter((line) => !/starting up|not yet accepting connections/.test(line));
  const text = (complaints.length > 0 ? complaints : output.split('\n')).join('\n').trim().slice(-2000);
  const failure = new Error(`${what}:\n${text}`);
  const explained = explain(failure, dataDir);
  if (explained !== failure) return explained;
  return new EmbeddedPostgresError(`${what}:\n${text}\nIf you can't fix this, ${elsewhere}.`);
}
