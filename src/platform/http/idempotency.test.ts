import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { refuse } from '#kernel/refusal.ts';
import { createSealer, inTransaction } from '#platform/db/index.ts';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { route } from './route.ts';
import { LocalizedText } from './schema.ts';

const database = await freshDatabase();
await sql`create table notes (id bigint generated always as identity, text text not null)`.execute(
  database.db,
);

/** While closed, the command stays in its transaction. */
let gate: Promise<void> = Promise.resolve();
/** The texts of commands that have come to the gate. */
const atGate: string[] = [];

const createNote = route({
  method: 'POST',
  path: '/notes',
  operationId: 'createNote',
  summary: 'Create a note',
  tag: 'Notes',
  access: 'anyone',
  body: Type.Object({ text: Type.String() }),
  response: Type.Object({ id: Type.Integer(), text: Type.String(), secret: Type.String() }),
  handle: (call, { body }) =>
    inTransaction(database, call, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into notes (text) values (${body.text}) returning id
      `.execute(tx);
      atGate.push(body.text);
      await gate;
      if (body.text === 'refused') throw refuse('conflict');
      return { id: rows[0]?.id ?? 0, text: body.text, secret: 'shown once' };
    }),
});

/** Does its work without a transaction: the platform stores its answer. */
const ping = route({
  method: 'POST',
  path: '/pings',
  operationId: 'ping',
  summary: 'Ping',
  tag: 'Notes',
  access: 'anyone',
  handle: async () => undefined,
});

const greet = route({
  method: 'POST',
  path: '/greetings',
  operationId: 'greet',
  summary: 'Greet',
  tag: 'Notes',
  access: 'anyone',
  response: Type.Object({ text: LocalizedText('A greeting') }),
  handle: async ({ language }) => ({ text: language === 'de' ? 'Hallo' : 'Hello' }),
});

const app = await testApp(database, [createNote, ping, greet]);
const other = await testApp(database, [createNote, ping]);

const post = (key: string, text: string, headers: Record<string, string> = {}, at = app) =>
  at.inject({
    method: 'POST',
    url: '/api/v1/notes',
    headers: { 'idempotency-key': key, ...headers },
    payload: { text },
  });

async function countNotes(text: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from notes where text = ${text}`.execute(
    database.db,
  );
  return rows[0]?.count ?? 0;
}

describe('a request with an Idempotency-Key', () => {
  it('has one effect and one answer, byte for byte, however often it is sent', async () => {
    const first = await post('k1', 'once');
    assert.equal(first.statusCode, 200, first.body);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    for (const at of [app, other]) {
      const again = await post('k1', 'once', {}, at);
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal(again.statusCode, 200);
      assert.equal(again.body, first.body);
    }
    const withSlash = await app.inject({
      method: 'POST',
      url: '/api/v1/notes/',
      headers: { 'idempotency-key': 'k1' },
      payload: { text: 'once' },
    });
    assert.equal(withSlash.body, first.body);
    assert.equal(await countNotes('once'), 1);
  });

  it('is refused when the same key comes with another body or path', async () => {
    await post('k2', 'one');
    const answer = await post('k2', 'two');
    assert.equal(answer.statusCode, 422);
    assert.equal(answer.json<{ code: string }>().code, 'idempotency_mismatch');
    const elsewhere = await app.inject({
      method: 'POST',
      url: '/api/v1/pings',
      headers: { 'idempotency-key': 'k2' },
    });
    assert.equal(elsewhere.statusCode, 422);
    assert.equal(await countNotes('two'), 0);
  });

  it('is the same request whatever the order of its keys, and another one with any other field', async () => {
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/notes',
        headers: { 'idempotency-key': 'k11', 'content-type': 'application/json' },
        payload,
      });
    const first = await send('{"text":"sorted","more":{"a":1,"b":[{"c":1,"d":2}]}}');
    assert.equal(first.statusCode, 200, first.body);
    const same = await send('{ "more": { "b": [{ "d": 2, "c": 1 }], "a": 1 }, "text": "sorted" }');
    assert.deepEqual([same.statusCode, same.body], [200, first.body]);
    for (const other of [
      '{"text":"sorted"}',
      '{"text":"sorted","more":{"a":2,"b":[{"c":1,"d":2}]}}',
      '{"text":"sorted","more":{"a":1,"b":[{"c":1,"d":2}]},"extra":null}',
    ])
      assert.equal((await send(other)).statusCode, 422, other);
    assert.equal(await countNotes('sorted'), 1);
  });

  it('has to wait while the first one is still in flight, on any process', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const first = post('k3', 'slow');
    await until(() => atGate.includes('slow'));
    for (const at of [app, other]) {
      const second = await post('k3', 'slow', {}, at);
      assert.equal(second.statusCode, 409);
      assert.equal(second.json<{ code: string }>().code, 'idempotency_in_flight');
    }
    resolve();
    assert.equal((await first).statusCode, 200);
    assert.equal((await post('k3', 'slow')).headers['idempotency-replayed'], 'true');
    assert.equal(await countNotes('slow'), 1);
  });

  it('may be sent again after a refusal: what was rolled back stored nothing', async () => {
    for (const attempt of [1, 2]) {
      const answer = await post('k4', 'refused');
      assert.equal(answer.statusCode, 409, `attempt ${attempt}`);
      assert.equal(answer.json<{ code: string }>().code, 'conflict');
    }
    assert.equal(await countNotes('refused'), 0);
    assert.equal((await post('k4', 'accepted')).statusCode, 200);
  });

  it('has one effect when twenty arrive at the same instant', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post('k5', 'rush', {}, index % 2 ? app : other)),
    );
    assert.equal(await countNotes('rush'), 1);
    const bodies = new Set(
      answers.filter((answer) => answer.statusCode === 200).map((answer) => answer.body),
    );
    assert.equal(bodies.size, 1);
    for (const answer of answers) assert.ok([200, 409].includes(answer.statusCode), answer.body);
  });

  it('shares its key with no other caller', async () => {
    const answers = await Promise.all([
      post('k6', 'mine', { authorization: 'Bearer user-1' }),
      post('k6', 'mine', { authorization: 'Bearer user-2' }),
      post('k6', 'mine'),
    ]);
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 3);
    assert.equal(await countNotes('mine'), 3);
  });

  it('leaves nothing readable in the database', async () => {
    await post('k7', 'in plain visibility');
    const { rows } = await sql<{ answer: Buffer }>`
      select answer from idempotency_keys where key = 'k7'
    `.execute(database.db);
    assert.equal(rows.length, 1);
    assert.doesNotMatch(rows[0]?.answer.toString('latin1') ?? 'shown once', /shown once|plain/);
  });

  it('stores a hash of its body that no one can guess without the secret or compare between callers', async () => {
    const elsewhere = await testApp({ ...database, sealer: createSealer('c'.repeat(40)) }, [ping]);
    const stored = async (authorization: string, at = app): Promise<string | undefined> => {
      await sql`delete from idempotency_keys where key = 'k12'`.execute(database.db);
      const headers = { 'idempotency-key': 'k12', authorization };
      await at.inject({ method: 'POST', url: '/api/v1/pings', headers, payload: { password: 'a word' } });
      const { rows } = await sql<{ fingerprint: string }>`
        select fingerprint from idempotency_keys where key = 'k12'
      `.execute(database.db);
      return rows[0]?.fingerprint;
    };
    const first = await stored('Bearer user-1');
    assert.equal(await stored('Bearer user-1'), first ?? 'a hash');
    assert.notEqual(await stored('Bearer user-1', elsewhere), first);
    assert.notEqual(await stored('Bearer user-2'), first);
  });

  it('is recognized if an earlier version stored the hash of its body without a key', async () => {
    const first = await post('k13', 'earlier');
    const body = hash('sha256', '{"text":"earlier"}', 'base64url');
    const without = hash('sha256', `POST /api/v1/notes\n${body}`, 'base64url');
    await sql`update idempotency_keys set fingerprint = ${without} where key = 'k13'`.execute(database.db);
    const again = await post('k13', 'earlier');
    assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first.body, 'true']);
    assert.equal((await post('k13', 'another')).statusCode, 422);
  });

  it('is fresh again after 24 hours', async () => {
    const first = await post('k8', 'daily');
    await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'k8'`.execute(
      database.db,
    );
    const second = await post('k8', 'daily');
    assert.notEqual(second.body, first.body);
    assert.equal((await post('k8', 'daily')).body, second.body);
    assert.equal(await countNotes('daily'), 2);
  });

  it('gets the stored answer also from a route without a transaction', async () => {
    const send = () =>
      app.inject({ method: 'POST', url: '/api/v1/pings', headers: { 'idempotency-key': 'k9' } });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.statusCode, second.statusCode], [204, 204]);
    assert.equal(second.headers['idempotency-replayed'], 'true');
  });

  it('names the language that the stored answer is in', async () => {
    const send = (language: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/greetings',
        headers: { 'idempotency-key': 'k10', 'accept-language': language },
      });
    const [first, second] = [await send('de'), await send('en')];
    assert.deepEqual([first.json(), first.headers['content-language']], [{ text: 'Hallo' }, 'de']);
    assert.deepEqual([second.json(), second.headers['content-language']], [{ text: 'Hallo' }, 'de']);
  });

  it('names a key of 1 to 255 printable characters', async () => {
    for (const key of ['', 'k'.repeat(256), 'ключ', 'tab\tbed'])
      assert.equal((await post(key, 'bad key')).statusCode, 400, key);
    assert.equal((await post('k'.repeat(255), 'good key')).statusCode, 200);
    assert.equal(await countNotes('bad key'), 0);
  });
});
