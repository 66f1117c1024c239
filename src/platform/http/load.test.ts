import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { route } from './route.ts';

const database = await freshDatabase({ size: 1 });
const readOne = route({
  method: 'GET',
  path: '/one',
  operationId: 'readOne',
  summary: 'Read one',
  tag: 'One',
  access: 'open',
  response: Type.Object({}),
  handle: async () => {
    await sql`select 1`.execute(database.db);
    return {};
  },
});
const app = await testApp(database, [readOne], { longestTurnMs: 200 });
const patient = await testApp(database, [readOne]);

describe('a service with more to do than it can', () => {
  it('sheds requests with 503 while its event loop hangs, but never its probes', async () => {
    const ask = () => Promise.all([app.inject('/api/v1/one'), app.inject('/healthz')]);
    const statuses = (answers: Awaited<ReturnType<typeof ask>>) => answers.map((answer) => answer.statusCode);
    assert.deepEqual(statuses(await ask()), [200, 200]);
    for (let turn = 0; turn < 3; turn += 1) {
      const until = performance.now() + 400;
      while (performance.now() < until);
      await new Promise(setImmediate);
    }
    const answers = await ask();
    assert.deepEqual(statuses(answers), [503, 200]);
    const [shed] = answers;
    assert.equal(shed.json<{ code: string }>().code, 'overloaded');
    assert.ok(Number(shed.headers['retry-after']) >= 1);
    assert.equal(shed.headers['x-request-id'], shed.json<{ request_id: string }>().request_id);
    assert.equal(app.lines.at(-1)?.['actor'], 'anonymous');
    await until(async () => (await app.inject('/api/v1/one')).statusCode === 200);
  });

  it('answers 503 at once when thousands wait for a connection already', async () => {
    const client = await database.pool.connect();
    const waiting = Array.from({ length: 5_001 }, () => database.pool.query('select 1'));
    const answer = await patient.inject('/api/v1/one');
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json<{ code: string }>().code, 'overloaded');
    client.release();
    await Promise.allSettled(waiting);
    await until(async () => (await patient.inject('/api/v1/one')).statusCode === 200);
  });
});
