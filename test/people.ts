import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { createServer, createWorker } from '#app/service.ts';
import { slices } from '#app/slices.ts';
import { systemClock } from '#kernel/time.ts';
import { parseConfig } from '#platform/config/index.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import { createSigningKeys } from '#platform/credentials/signing-keys.ts';
import { createTokens } from '#platform/credentials/tokens.ts';
import { createSealer, type Database, inTransaction, openDatabase } from '#platform/db/index.ts';
import { neverOverloaded } from '#platform/http/load.ts';
import { createLog } from '#platform/log/index.ts';
import { type KeptMail, readMailbox } from '#platform/mail/mailbox.ts';
import type { Platform } from '#platform/slice.ts';
import { drawSessionId } from '#slices/accounts/sql/sessions.ts';
import { beginSession } from '#slices/accounts/steps/issue-tokens.ts';
import type { Role } from '#slices/organizations/index.ts';
import { assertInContract } from './contract.ts';
import { addressesOf, type FreshDatabase, freshDatabase, testSecret } from './database.ts';
import { until } from './until.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  /** Parsed JSON; the test says what it expects there. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what a test is about
  readonly body: any;
}

type Headers = Record<string, string>;

export interface Client {
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  del(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** Any method, and bodies that are not JSON: text is sent as it is. */
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>;
}

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly sessionId: number;
}

export interface PeopleApp {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly database: FreshDatabase;
  /** Log lines of level error: a 500 leaves one. */
  readonly errors: Record<string, unknown>[];
  /** The clock of the platform runs this much ahead. */
  setAhead(duration: Temporal.DurationLike): void;
  /** From now on only `setAhead` moves the clock: what lasts a second lasts however slow the machine is. */
  stopClock(at?: Temporal.Instant): void;
  as(token?: string): Client;
  /** An account with a living session and the password `password`, without the cost of hashing one. */
  person(name?: string): Promise<Person>;
  organization(owner: Person, name?: string): Promise<number>;
  member(organizationId: number, role: Role): Promise<Person>;
  apiKey(owner: Person, organizationId: number, scopes: readonly string[]): Promise<string>;
  /** Another instance with its own connections, caches and clock, as a second process would be. */
  second(): Promise<PeopleApp>;
  /** Runs the jobs that are waiting, through the real worker, and returns the mail that it has sent. */
  deliverMail(): Promise<KeptMail[]>;
}

export const password = 'correct horse battery';
const passwordHash = hashPassword(password);
let counter = 0;

/** The whole service over a fresh database, or a copy of another one, without request limits. Closed when the file's tests have run. */
export async function peopleApp(
  environment: Record<string, string> = {},
  connections: { readonly size?: number; readonly cloneOf?: string } = {},
): Promise<PeopleApp> {
  return await appOn(await freshDatabase(connections), environment);
}

async function appOn(
  database: FreshDatabase,
  environment: Record<string, string>,
  stoppedAt?: Temporal.Instant,
): Promise<PeopleApp> {
  let stopped = stoppedAt;
  let ahead: Temporal.DurationLike = { seconds: 0 };
  const errors: Record<string, unknown>[] = [];
  const platform = testPlatform(database, environment, errors, () => (stopped ?? systemClock()).add(ahead));
  // Tests share a machine with each other: load shedding on a slow machine would be all they measure.
  const app = await createServer(platform, undefined, { load: neverOverloaded });
  after(() => app.close());
  const as = (token?: string) => clientOf(app, token);
  const person = (name = 'Test Person') => makePerson(platform, name);
  return {
    app,
    platform,
    database,
    errors,
    setAhead(duration) {
      ahead = duration;
    },
    stopClock(at = systemClock()) {
      stopped = at;
    },
    as,
    person,
    async organization(owner, name = 'Test Organization') {
      return expect200(await as(owner.token).post('/organizations', { name })).id as number;
    },
    async member(organizationId, role) {
      const made = await person(`Test ${role}`);
      await sql`
        insert into memberships (organization_id, user_id, role, joined_at)
        values (${organizationId}, ${made.id}, ${role}, now())
      `.execute(database.db);
      return made;
    },
    async apiKey(owner, organizationId, scopes) {
      const path = `/organizations/${organizationId}/api-keys`;
      return expect200(await as(owner.token).post(path, { name: 'Test key', scopes })).key as string;
    },
    async second() {
      const own = openDatabase({
        ...addressesOf(database.url),
        size: 5,
        name: 'second',
        sealer: createSealer(testSecret),
      });
      after(() => own.close());
      return await appOn({ ...own, url: database.url }, environment, stopped);
    },
    deliverMail: () => deliverMail(platform, database.url),
  };
}

function testPlatform(
  database: Database,
  environment: Record<string, string>,
  errors: Record<string, unknown>[],
  clock: () => Temporal.Instant,
): Platform {
  const config = parseConfig({ MUSTER_RATE_LIMIT: 'off', MUSTER_DEMO: 'on', ...environment });
  const keys = createSigningKeys(database);
  return {
    config,
    log: createLog('error', false, {
      write: (line) => void errors.push(JSON.parse(line) as Record<string, unknown>),
    }),
    clock,
    database,
    keys,
    tokens: createTokens(keys, config.publicUrl ?? 'muster'),
    personalData: slices.flatMap((slice) => slice.personalData ?? []),
    followUps: slices.flatMap((slice) => slice.followUps ?? []),
    publicUrl: () => config.publicUrl ?? 'http://muster.test',
  };
}

async function makePerson(platform: Platform, name: string): Promise<Person> {
  counter += 1;
  const email = `person-${counter}@example.org`;
  const { rows } = await sql<{ id: number }>`
    insert into users (email, name, password_hash) values (${email}, ${name}, ${await passwordHash}) returning id
  `.execute(platform.database.db);
  const id = rows[0]?.id ?? 0;
  return { id, email, ...(await openSession(platform, id)) };
}

/** What a login leaves behind, without the login. */
export async function openSession(platform: Platform, userId: number): Promise<Omit<Person, 'id' | 'email'>> {
  const now = platform.clock();
  return await inTransaction(platform.database, {}, async (tx) => {
    const drawn = await drawSessionId(tx);
    const sessionId = await drawn();
    const call = { now, userAgent: 'test', address: '192.0.2.1' };
    const pair = await beginSession(tx, platform, call, { id: sessionId, userId });
    return { sessionId, token: pair.access_token, refreshToken: pair.refresh_token };
  });
}

function clientOf(app: FastifyInstance, token: string | undefined): Client {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Answer> => {
    const options: InjectOptions = {
      method: method as NonNullable<InjectOptions['method']>,
      url: path.startsWith('/api') || path.startsWith('/.') ? path : `/api/v1${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const isLive = /^(?:\/api\/v1)?\/live\b/.test(path);
    const answer = isLive ? await openAndClose(app, options) : await app.inject(options);
    const isJson = /json/.test(String(answer.headers['content-type']));
    const parsed = {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>,
      body: isJson && answer.body !== '' ? JSON.parse(answer.body) : answer.body,
    };
    assertInContract(method, String(options.url), parsed);
    return parsed;
  };
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    del: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

/** A stream does not end: only its beginning is an answer. A refusal is read to its end. */
async function openAndClose(app: FastifyInstance, options: InjectOptions) {
  const answer = await app.inject({ ...options, payloadAsStream: true });
  if (answer.statusCode === 200) answer.raw.res.destroy();
  const body = answer.statusCode === 200 ? '' : await text(answer.stream());
  return { statusCode: answer.statusCode, headers: answer.headers, body };
}

export function expect200(answer: Answer): Answer['body'] {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** The status and the code of a refusal, and that it has the shape that all have. */
export function assertRefused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
  assert.equal(answer.body.type, `/docs/errors#${code}`);
  assert.equal(answer.body.status, status);
  assert.ok(answer.body.title && answer.body.detail && answer.body.request_id);
}

/** The paths of the fields that a refusal names, each once. */
export function refusedFields(answer: Answer): string[] {
  return [...new Set((answer.body.errors as { path: string }[]).map(({ path }) => path))];
}

/**
 * A job whose key is taken over while it runs counts as out of attempts from then on: it is the lock that says whether it
 * is still at work.
 */
async function deliverMail(platform: Platform, url: string): Promise<KeptMail[]> {
  const worker = await createWorker(platform, url, { hasSchedule: false });
  const { db } = platform.database;
  try {
    await until(async () => {
      const { rows } = await sql`
        select 1 from outbox union all select 1 from queued_jobs
        union all select 1 from graphile_worker._private_jobs
          where (attempts < max_attempts or locked_at is not null) and run_at < now() + interval '1 minute'
      `.execute(db);
      return rows.length === 0;
    });
    return await readMailbox(platform.database);
  } finally {
    await worker.stop();
  }
}

/** The token in the link of the newest mail to this address. */
export function tokenFor(mails: readonly KeptMail[], email: string): string {
  const mail = mails.find(({ to }) => to === email);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  assert.ok(token, `no link was mailed to ${email}`);
  return token;
}
