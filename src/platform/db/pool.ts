import pg from 'pg';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly onError?: (error: Error) => void;
}

/**
 * How our own statements read values. Given with each query and not to the pool, because the worker that
 * shares the pool expects pg's own behavior.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      // int8: ids and counts stay far below 2^53.
      if (oid === pg.types.builtins.INT8) return Number;
      if (oid === pg.types.builtins.TIMESTAMPTZ) return parseInstant;
      // A date is a date: turning it into an instant would shift it by the machine's zone.
      if (oid === pg.types.builtins.DATE) return String;
    }
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

const longestStatementMs = 30_000;

export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    application_name: options.name,
    pipeline: true,
    keepAlive: true,
    // A caller waits at most this long for a connection, then gets a 503.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  });
  // Without a listener a connection that breaks while idle would end the process.
  const onError = (error: Error) => options.onError?.(error);
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    // For what runs outside a transaction; a transaction sets its own limits.
    client.query(`set statement_timeout = ${longestStatementMs}`).catch(() => {});
  });
  return pool;
}

function parseInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}
