import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Whatever could open a door is cut out of every line, wherever it may turn up. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'api_key',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export function createLog(level: string, pretty: boolean): Log {
  return pino({
    level,
    base: null,
    redact: { paths: secrets, censor: '[hidden]' },
    ...(pretty && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' },
      },
    }),
  });
}
