import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { OperatorError } from '#kernel/operator-error.ts';
import { parseServers } from '#platform/db/servers.ts';

const Integer = (options: { minimum: number; maximum: number; default: number }) => Type.Integer(options);
const OptionalUrl = (pattern: string) => Type.Optional(Type.String({ pattern }));

const Environment = Type.Object({
  PORT: Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  DATABASE_URL: OptionalUrl('^postgres(ql)?://'),
  DATABASE_LISTEN_URL: OptionalUrl('^postgres(ql)?://'),
  DATABASE_READ_URL: OptionalUrl('^postgres(ql)?://'),
  MUSTER_DATA_DIR: Type.String({ minLength: 1, default: './data' }),
  MUSTER_DEMO: Type.Optional(Type.Union([Type.Literal('on'), Type.Literal('off')])),
  MUSTER_PUBLIC_URL: OptionalUrl('^https?://[^/]+'),
  MUSTER_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  MUSTER_RATE_LIMIT: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on' }),
  MUSTER_TRUST_PROXY: Integer({ minimum: 0, maximum: 10, default: 0 }),
  MUSTER_CORS_ORIGINS: Type.String({ default: '*' }),
  MUSTER_METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  MUSTER_PROCESSES: Type.String({ pattern: '^(auto|[1-9]|[1-5]\\d|6[0-4])$', default: '1' }),
  MUSTER_DB_POOL: Integer({ minimum: 4, maximum: 200, default: 20 }),
  MUSTER_WORKER_CONCURRENCY: Integer({ minimum: 1, maximum: 50, default: 6 }),
  MUSTER_LIVE_PER_CALLER: Integer({ minimum: 1, maximum: 5_000, default: 20 }),
  MUSTER_LIVE_PER_ADDRESS: Integer({ minimum: 1, maximum: 5_000, default: 50 }),
  MUSTER_AUDIT_MONTHS: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_200 })),
  MUSTER_ALLOW_TARGETS: Type.String({ default: '' }),
  MUSTER_CRASH_AT: Type.Optional(Type.String({ pattern: '^[a-z-]+(:[1-9]\\d*)?$' })),
  SMTP_URL: OptionalUrl('^smtps?://'),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info' },
  ),
});

const expectations: Partial<Record<keyof Static<typeof Environment>, string>> = {
  PORT: 'a port number from 0 (any free one) to 65535',
  DATABASE_URL:
    'an address like postgres://user:password@host:5432/database; several hosts are separated by commas',
  DATABASE_LISTEN_URL: 'the direct address of the database behind the pooler in DATABASE_URL',
  DATABASE_READ_URL: 'the address of a replica of the database',
  MUSTER_DEMO: 'on or off',
  MUSTER_AUDIT_MONTHS: 'a number of months, 1 to 1200',
  MUSTER_ALLOW_TARGETS: 'networks separated by commas, like 10.1.0.0/16,fd00::/8',
  MUSTER_PUBLIC_URL: 'an address like https://muster.example.org',
  MUSTER_SECRET: 'at least 32 characters, for example from: openssl rand -hex 32',
  MUSTER_RATE_LIMIT: 'on or off',
  MUSTER_TRUST_PROXY: 'the number of reverse proxies in front, 0 to 10',
  MUSTER_CORS_ORIGINS:
    '* or origins separated by commas, like https://app.example.org, without a path or a slash at the end',
  MUSTER_METRICS_TOKEN: 'at least 16 characters',
  MUSTER_PROCESSES: 'the number of API processes, 1 to 64, or auto for one per CPU core',
  MUSTER_DB_POOL: 'the number of connections, 4 to 200',
  MUSTER_WORKER_CONCURRENCY: 'the number of jobs at once, 1 to 50',
  MUSTER_LIVE_PER_CALLER: 'the number of live streams, 1 to 5000',
  MUSTER_LIVE_PER_ADDRESS: 'the number of live streams, 1 to 5000',
  SMTP_URL:
    'an address like smtp://user:password@host:587, where characters such as / and # of the password are written as %2F and %23',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
};

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string | undefined;
  /** A direct address, where `databaseUrl` leads to a pooler. */
  readonly databaseListenUrl: string | undefined;
  /** A replica, for reads that may be a few seconds old. */
  readonly databaseReadUrl: string | undefined;
  readonly dataDir: string;
  readonly demo: boolean;
  /** Where people reach the service; learnt from the bound address when not set. */
  readonly publicUrl: string | undefined;
  readonly secret: string | undefined;
  readonly rateLimit: 'on' | 'off';
  readonly trustProxy: number;
  readonly corsOrigins: readonly string[];
  readonly metricsToken: string | undefined;
  /** How many processes answer requests. */
  readonly processes: number;
  readonly poolSize: number;
  readonly workerConcurrency: number;
  readonly livePerCaller: number;
  readonly livePerAddress: number;
  /** How long the audit log stays in the database; undefined: forever. */
  readonly auditMonths: number | undefined;
  readonly allowTargets: readonly string[];
  /** Where the crash drill ends the process; not for operators. */
  readonly crashAt: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly logLevel: string;
}

/** Every error in the environment at once, each with the name of its variable. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

export function parseConfig(environment: Record<string, string | undefined>): Config {
  const names = Object.keys(Environment.properties) as (keyof Static<typeof Environment>)[];
  // An empty variable counts as not set: that is how shells and compose files clear one.
  const given = Object.fromEntries(
    names.flatMap((name) => (environment[name] ? [[name, read(name, environment[name])]] : [])),
  );
  const parsed = Value.Default(Environment, given) as Static<typeof Environment>;
  const faulty = names.filter((name) => {
    const value = parsed[name];
    const schema = Environment.properties[name];
    return value === undefined
      ? !Type.IsOptional(schema)
      : !Value.Check(schema, value) || !(checks[name]?.(String(value)) ?? true);
  });
  if (faulty.length > 0) {
    const lines = faulty.map((name) => `  ${name} must be ${expectations[name] ?? 'a non-empty text'}`);
    throw new ConfigError(
      `${faulty.length === 1 ? 'A setting is' : 'Some settings are'} invalid:\n${lines.join('\n')}`,
    );
  }
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    databaseUrl: parsed.DATABASE_URL,
    databaseListenUrl: parsed.DATABASE_LISTEN_URL,
    databaseReadUrl: parsed.DATABASE_READ_URL,
    dataDir: parsed.MUSTER_DATA_DIR,
    demo: parsed.MUSTER_DEMO ? parsed.MUSTER_DEMO === 'on' : parsed.DATABASE_URL === undefined,
    publicUrl: parsed.MUSTER_PUBLIC_URL?.replace(/\/+$/, ''),
    secret: parsed.MUSTER_SECRET,
    rateLimit: parsed.MUSTER_RATE_LIMIT,
    trustProxy: parsed.MUSTER_TRUST_PROXY,
    corsOrigins: splitList(parsed.MUSTER_CORS_ORIGINS),
    metricsToken: parsed.MUSTER_METRICS_TOKEN,
    processes: processesOf(parsed.MUSTER_PROCESSES),
    poolSize: parsed.MUSTER_DB_POOL,
    workerConcurrency: parsed.MUSTER_WORKER_CONCURRENCY,
    livePerCaller: parsed.MUSTER_LIVE_PER_CALLER,
    livePerAddress: parsed.MUSTER_LIVE_PER_ADDRESS,
    auditMonths: parsed.MUSTER_AUDIT_MONTHS,
    allowTargets: splitList(parsed.MUSTER_ALLOW_TARGETS),
    crashAt: parsed.MUSTER_CRASH_AT,
    smtpUrl: parsed.SMTP_URL,
    logLevel: parsed.LOG_LEVEL,
  };
}

/** What a schema cannot say. */
const checks: { readonly [Name in keyof Static<typeof Environment>]?: (text: string) => boolean } = {
  DATABASE_URL: (text) => parseServers(text) !== undefined,
  DATABASE_LISTEN_URL: (text) => parseServers(text) !== undefined,
  DATABASE_READ_URL: (text) => parseServers(text) !== undefined,
  MUSTER_PUBLIC_URL: (text) => URL.canParse(text) && !/[?#@\s]/.test(text),
  // A browser sends no path, not even a slash: such an entry would never match.
  MUSTER_CORS_ORIGINS: (text) =>
    splitList(text).every((entry) => entry === '*' || /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+$/.test(entry)),
  SMTP_URL: (text) => Boolean(URL.parse(text)?.hostname),
  MUSTER_ALLOW_TARGETS: (text) => splitList(text).every((entry) => parseNetwork(entry) !== undefined),
};

/** Whole numbers only: a port of 3000.5 is a mistake, not 3000. */
function read(name: keyof Static<typeof Environment>, text: string): string | number {
  return Type.IsInteger(Environment.properties[name]) && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

const mostProcesses = 64;

function processesOf(text: string): number {
  return text === 'auto' ? Math.min(mostProcesses, availableParallelism()) : Number(text);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export interface Network {
  readonly address: string;
  readonly length: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** `10.1.0.0/16`, or one address; undefined for anything else. */
export function parseNetwork(entry: string): Network | undefined {
  const [address = '', prefix, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (length < 0 || length > bits) return undefined;
  return { address, length, family: version === 4 ? 'ipv4' : 'ipv6' };
}
