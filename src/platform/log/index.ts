import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/**
 * Secrets are cut out of every line. Only at the top: looking for the names at every depth
 * made a line cost twenty times as much, and no one here logs bodies or headers.
 */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'api_key',
];

/** What is logged of an error: never the objects that libraries hang on it, for they hold headers and bodies. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

export function createLog(level: string, pretty: boolean, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    serializers: { err: describeError },
    redact: { paths: secrets, censor: '[hidden]' },
    ...(pretty && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' },
      },
    }),
  };
  return destination ? pino(options, destination) : pino(options);
}
