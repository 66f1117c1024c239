import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, dropDatabase, freshDatabase } from '#test/database.ts';
import { type MusterProcess, runMuster, startMuster } from '#test/process.ts';
import { until } from '#test/until.ts';

const database = await freshDatabase({ size: 3 });
const environment = { DATABASE_URL: database.url };

describe('three processes that bring one database up to date', () => {
  it('all succeed, and each migration is applied once', async () => {
    const url = await createDatabase();
    after(() => dropDatabase(url));
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => runMuster(['migrate'], { DATABASE_URL: url })),
    );
    for (const outcome of outcomes) {
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.match(outcome.stdout, /^The database is up to date \(postgres/m);
      assert.ok(!outcome.stdout.includes(new URL(url).password));
    }
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    await client.end();
    assert.equal(new Set(rows.map((row) => row.name)).size, rows.length);
    assert.equal(rows[0]?.name, '0001_platform.sql');
  });
});

describe('a server and a worker apart', () => {
  it('work on one database: what the one leaves, the other takes up', async () => {
    const [serve, worker] = await Promise.all([
      startMuster(['serve'], environment),
      startMuster(['worker'], environment),
    ]);
    assert.equal((await fetch(`${serve.url}/readyz`)).status, 200);
    assert.equal(worker.url, '');
    await sql`
      insert into queued_jobs (task, payload, max_attempts) values ('react', '{"reaction":"unknown","events":[]}', 25)
    `.execute(database.db);
    await sql`notify muster_outbox`.execute(database.db);
    await until(async () => {
      const { rows } = await sql`select 1 from graphile_worker.jobs where attempts > 0`.execute(database.db);
      return rows.length > 0;
    });
    const endings = await Promise.all([serve.stop('SIGINT'), worker.stop('SIGTERM')]);
    assert.deepEqual(
      endings.map((ending) => ending.code),
      [0, 0],
    );
    assert.equal(serve.stderr() + worker.stderr(), '');
  });
});

/** The figures of the queue wait for this lock, which makes the request for them a slow one. */
async function holdEvents(): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('begin; lock table outbox in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const askSlowly = (url: string) => fetch(`${url}/metrics`).catch(() => undefined);

async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ 'from failed_jobs'
  `.execute(database.db);
  return rows.length > 0;
}

const takesNothingNew = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );

describe('a service that is asked to stop', () => {
  it('answers what it has begun, takes nothing new, and ends with 0', async () => {
    const muster = await startMuster(['start'], environment);
    const letGo = await holdEvents();
    const slow = askSlowly(muster.url);
    await until(isWaiting);
    const ended = muster.stop('SIGTERM');
    await until(() => takesNothingNew(muster.url));
    assert.ok(await isWaiting());
    await letGo();
    const answer = await slow;
    assert.equal(answer?.status, 200);
    assert.match(await answer.text(), /muster_queue_depth\{queue="events"\}/);
    assert.equal((await ended).code, 0);
    assert.equal(muster.stderr(), '');
    const lines = muster
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    assert.match(lines.at(-1) ?? '', /"msg":"stopped"/);
  });

  it('finishes in order when its terminal is closed, however often it is told so', async () => {
    const muster = await startMuster(['start'], environment);
    const letGo = await holdEvents();
    const slow = askSlowly(muster.url);
    await until(isWaiting);
    void muster.stop('SIGHUP');
    await until(() => takesNothingNew(muster.url));
    const ended = muster.stop('SIGHUP');
    await letGo();
    assert.equal((await slow)?.status, 200);
    assert.deepEqual(await ended, { code: 0, signal: null });
  });

  it('tells what a person needs and no secret, and ends at once when it is asked a second time', async () => {
    const muster = await startMuster(['serve'], environment);
    await assertDiscreet(muster);
    const letGo = await holdEvents();
    const cut = askSlowly(muster.url);
    await until(isWaiting);
    void muster.stop('SIGINT');
    await until(() => takesNothingNew(muster.url));
    assert.equal((await muster.stop('SIGINT')).code, 130);
    assert.equal(await cut, undefined);
    await letGo();
  });
});

/** What it prints holds all that a person needs, and no secret. */
async function assertDiscreet(muster: MusterProcess): Promise<void> {
  await fetch(`${muster.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer top-secret-token',
      'x-request-id': 'seen-1',
    },
    body: JSON.stringify({ email: 'ada@example.org', password: 'top-secret-password' }),
  });
  await until(() => muster.stdout().includes('"seen-1"'));
  const text = muster.stdout();
  for (const line of [
    /Address {3}http:\/\/127\.0\.0\.1:\d+\n/,
    /API docs {2}http:\/\/127\.0\.0\.1:\d+\/docs\n/,
    /Data {6}postgres/,
    /Stop {6}Ctrl-C/,
    /"request_id":"seen-1".*"actor":"anonymous"/,
  ])
    assert.match(text, line);
  assert.ok(!text.includes(new URL(database.url).password));
  assert.doesNotMatch(text, /top-secret/);
}
