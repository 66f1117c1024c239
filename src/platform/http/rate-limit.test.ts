import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { type TestApp, testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { neverOverloaded } from './load.ts';
import { addressKey, createRateLimiter } from './rate-limit.ts';
import { route } from './route.ts';

const database = await freshDatabase();
const hello = (path: string, budget?: 'credentials') =>
  route({
    method: 'GET',
    path,
    operationId: `hello${path.length}`,
    summary: 'Hello',
    tag: 'Hello',
    access: 'anyone',
    ...(budget && { budget }),
    response: Type.Object({}),
    handle: async () => ({}),
  });
const limited = () =>
  testApp(database, [hello('/hello'), hello('/credentials', 'credentials')], {
    rateLimiter: createRateLimiter(database),
    // A flood on a busy machine must be answered by the budget, not by the shedding of load.
    load: neverOverloaded,
  });
const apps = [await limited(), await limited()];
const [app, other] = apps as [TestApp, TestApp];

// Counts how often the database is asked.
await sql`create table draws (caller text, granted float8, at timestamptz)`.execute(database.db);
await sql`
  create function count_draw() returns trigger language plpgsql as
  $$ begin insert into draws values (new.caller, new.granted, clock_timestamp()); return null; end $$
`.execute(database.db);
await sql`
  create trigger counted after insert or update on request_budgets for each row execute function count_draw()
`.execute(database.db);

async function flood(count: number, options: { url?: string; address: string; token?: string }) {
  return await Promise.all(
    Array.from({ length: count }, (_, index) =>
      (apps[index % 2] ?? app).inject({
        url: options.url ?? '/api/v1/hello',
        remoteAddress: options.address,
        ...(options.token && { headers: { authorization: `Bearer ${options.token}` } }),
      }),
    ),
  );
}

const allowed = (answers: readonly { statusCode: number }[]) =>
  answers.filter((answer) => answer.statusCode === 200).length;

describe('the request budget', () => {
  it('is one for all processes: their sum never exceeds it', async () => {
    const answers = await flood(300, { address: '192.0.2.1' });
    const { rows } = await sql<{ granted: number; refilled: number }>`
      select sum(granted) as granted, 10 * extract(epoch from max(at) - min(at)) as refilled
      from draws where caller = 'address:192.0.2.1'
    `.execute(database.db);
    const { granted = 0, refilled = 0 } = rows[0] ?? {};
    assert.ok(
      allowed(answers) <= granted,
      `${allowed(answers)} of 300 went through, ${granted} were granted`,
    );
    assert.ok(granted <= 100 + Number(refilled), `${granted} were granted, with ${refilled} filled up`);
    assert.ok(allowed(answers) >= 90, `${allowed(answers)} of 300 went through`);
  });

  it('tells what is left, and how long to wait when nothing is', async () => {
    const [first] = await flood(1, { address: '192.0.2.2' });
    assert.equal(first?.headers['ratelimit-policy'], '"address";q=600;w=60');
    assert.equal(first?.headers['ratelimit'], '"address";r=99;t=0');
    const answers = await flood(250, { address: '192.0.2.2' });
    const refused = answers.find((answer) => answer.statusCode !== 200);
    assert.equal(refused?.statusCode, 429);
    assert.equal(refused.json<{ code: string }>().code, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    assert.match(String(refused.headers['ratelimit']), /^"address";r=0;t=[1-9]/);
  });

  it('fills again with time', async () => {
    await flood(250, { address: '192.0.2.3' });
    await sql`update request_budgets set refilled_at = refilled_at - interval '2 seconds'`.execute(
      database.db,
    );
    await until(async () => allowed(await flood(1, { address: '192.0.2.3' })) === 1);
    const answers = await flood(100, { address: '192.0.2.3' });
    assert.ok(allowed(answers) >= 9, `${allowed(answers)} of 100 went through`);
  });

  it('is asked for from the database once in ten requests, and not at all while it is empty', async () => {
    const draws = async () =>
      (await sql<{ count: number }>`select count(*) from draws`.execute(database.db)).rows[0]?.count ?? 0;
    const begin = await draws();
    for (let turn = 0; turn < 50; turn += 1) await flood(1, { address: '192.0.2.4' });
    assert.equal((await draws()) - begin, 5);
    await flood(200, { address: '192.0.2.4' });
    const empty = await draws();
    await flood(500, { address: '192.0.2.4' });
    assert.ok((await draws()) - empty <= 10, `${(await draws()) - empty} draws for 500 refused requests`);
  });

  it('is a larger one for a person, wherever they come from, and each has their own', async () => {
    await flood(250, { address: '192.0.2.5' });
    const [person] = await flood(1, { address: '192.0.2.5', token: 'user-1' });
    assert.equal(person?.statusCode, 200);
    assert.equal(person.headers['ratelimit-policy'], '"account";q=1200;w=60');
    assert.equal(allowed(await flood(1, { address: '192.0.2.6' })), 1);
  });

  it('is drawn on by bad tokens too, so that guessing them does not help', async () => {
    const answers = await flood(300, { address: '192.0.2.7', token: 'guess' });
    const counts = Map.groupBy(answers, (answer) => answer.statusCode);
    assert.ok((counts.get(401)?.length ?? 0) <= 120);
    assert.ok((counts.get(429)?.length ?? 0) >= 180);
  });

  it('is a smaller one for trying passwords', async () => {
    const answers = await flood(150, { address: '192.0.2.8', url: '/api/v1/credentials' });
    assert.equal(answers[0]?.headers['ratelimit-policy'], '"credentials";q=120;w=60');
    assert.ok(allowed(answers) <= 63, `${allowed(answers)} of 150 went through`);
    assert.equal(allowed(await flood(1, { address: '192.0.2.8' })), 1);
  });

  it('does not count probes', async () => {
    for (let turn = 0; turn < 150; turn += 1)
      assert.equal(
        (await other.inject({ url: '/healthz', remoteAddress: '192.0.2.9' })).headers['ratelimit'],
        undefined,
      );
  });
});

describe('an address', () => {
  it('of v6 counts as its /64, which one customer holds', () => {
    assert.equal(addressKey('192.0.2.1'), '192.0.2.1');
    assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1');
    assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(addressKey('2001:db8:1:2::6'), '2001:db8:1:2::/64');
    assert.equal(addressKey('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(addressKey('::1'), '0:0:0:0::/64');
  });
});
