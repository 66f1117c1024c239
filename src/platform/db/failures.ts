/** What a database error means for the caller. */
export type DatabaseFailure = 'retry' | 'unavailable' | 'timeout' | undefined;

/**
 * A serialization failure, a deadlock, or an exclusion constraint that another transaction was faster to meet: the next
 * attempt sees what that one has written.
 */
const retryCodes = new Set(['40001', '40P01', '23P01']);
const timeoutCodes = new Set(['55P03', '57014']);
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
]);
/** The server is a standby or was made read-only: after a failover, another one takes the writes. */
const readOnlyCode = '25006';
/** Errors that say no more than their text: of the driver, of PgBouncer, then of libpq and Citus about a node of a cluster. */
const connectionMessages = new RegExp(
  [
    'connection terminated',
    'connection ended',
    'not queryable',
    'timeout exceeded when trying to connect',
    'connection timeout',
    'server closed the connection',
    'server conn crashed',
    'query_wait_timeout',
    'server login',
    'ssl syscall error',
    'could not (?:receive|send) data',
    'connection not open',
    'connection marked as essential',
    'could not connect to any active placements',
    'multiple connection failures',
    'postmaster was shut down',
    'failed to prepare transaction',
    'could not commit transaction for shard',
  ].join('|'),
  'i',
);

export function classifyFailure(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return undefined;
  const code = errorCode(error);
  if (code !== undefined) {
    if (retryCodes.has(code) || isStalePlan(error)) return 'retry';
    if (timeoutCodes.has(code)) return 'timeout';
    if (connectionCodes.has(code) || isReadOnly(code) || code.startsWith('08')) return 'unavailable';
  }
  if (connectionMessages.test(error.message)) return 'unavailable';
  if (error instanceof AggregateError) return classifyFailure(error.errors[0]);
  return undefined;
}

/** Another transaction held a lock for longer than this one was willing to wait. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === '55P03';
}

/** A prepared statement that a migration has overtaken, or that a pooler has lost: it works on another connection. */
export function isStalePlan(error: unknown): boolean {
  const code = errorCode(error);
  return code === '26000' || (code === '0A000' && /cached plan/.test((error as Error).message));
}

/** A write on a server that doesn't take any. */
export function isReadOnly(code: string | undefined): boolean {
  return code === readOnlyCode;
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The constraint that a statement broke, for turning the database's last line of defence into a refusal. On a Citus
 * cluster, only the message has its name, with the number of the shard at its end: `once_102041`. The name of a table
 * can be in front of it.
 */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('constraint' in error && typeof error.constraint === 'string') return withoutShard(error.constraint);
  if (!errorCode(error)?.startsWith('23')) return undefined;
  const names = error.message.match(/\b\w+_[0-9]{6,}\b/g);
  return names?.map(withoutShard).at(-1);
}

function withoutShard(name: string): string {
  return name.replace(/_[0-9]{6,}$/, '');
}
