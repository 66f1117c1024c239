import assert from 'node:assert/strict';
import { get, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { requestsInWork } from '#platform/jobs/give-way.ts';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { isOverloaded, OwnTurns, type Queued } from './load.ts';
import { RawAnswer, route } from './route.ts';

const database = await freshDatabase({ size: 1 });
const gate = { opens: Promise.withResolvers<void>(), entered: 0 };
const shape = { method: 'GET', tag: 'One', access: 'open', response: Type.Object({}) } as const;
const readOne = route({
  ...shape,
  path: '/one',
  operationId: 'readOne',
  summary: 'Read one',
  handle: async () => {
    await sql`select 1`.execute(database.db);
    return {};
  },
});
const wait = route({
  ...shape,
  path: '/wait',
  operationId: 'wait',
  summary: 'Wait',
  handle: async () => {
    gate.entered += 1;
    await gate.opens.promise;
    return {};
  },
});

const none: Queued = { requests: 0, forConnection: 0 };
let turnMs = 0;
let seen: Queued = none;
const app = await testApp(database, [readOne, wait], {
  load: {
    isTooMuch: (queued) => {
      seen = queued;
      return isOverloaded(queued, turnMs);
    },
  },
});

describe('a service with more to do than it can', () => {
  it('sheds requests while many are queued and its own work holds up the event loop, but never its probes', async () => {
    turnMs = 60_000;
    const begun = Array.from({ length: 101 }, () => app.inject('/api/v1/wait'));
    while (gate.entered < 101) await new Promise(setImmediate);
    const shed = await app.inject('/api/v1/one');
    assert.equal(seen.requests, 101);
    assert.equal(shed.statusCode, 503);
    assert.equal(shed.json<{ code: string }>().code, 'overloaded');
    assert.ok(Number(shed.headers['retry-after']) >= 1);
    assert.equal(shed.headers['x-request-id'], shed.json<{ request_id: string }>().request_id);
    assert.equal(app.lines.at(-1)?.['actor'], 'anonymous');
    assert.equal((await app.inject('/healthz')).statusCode, 200);
    gate.opens.resolve();
    assert.ok((await Promise.all(begun)).every((answer) => answer.statusCode === 200));
    assert.equal((await app.inject('/api/v1/one')).statusCode, 200);
    assert.equal(seen.requests, 0);
  });

  it('answers 503 at once when thousands wait for a connection already', async () => {
    const client = await database.pool.connect();
    const waiting = Array.from({ length: 5_001 }, () => database.pool.query('select 1'));
    // The only connection is taken: an answer that waited for it would never come.
    const answer = await app.inject('/api/v1/one');
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json<{ code: string }>().code, 'overloaded');
    client.release();
    await Promise.allSettled(waiting);
    assert.equal((await app.inject('/api/v1/one')).statusCode, 200);
  });
});

describe('what counts as too much', () => {
  it('is what is queued, never the clock alone', () => {
    assert.equal(isOverloaded({ requests: 100, forConnection: 0 }, Number.POSITIVE_INFINITY), false);
    assert.equal(isOverloaded({ requests: 101, forConnection: 0 }, 1_001), true);
    assert.equal(isOverloaded({ requests: 101, forConnection: 0 }, 1_000), false);
    assert.equal(isOverloaded({ requests: 10_001, forConnection: 0 }, 0), true);
    assert.equal(isOverloaded({ requests: 0, forConnection: 5_001 }, 0), true);
  });

  it('leaves out the time in which others had the machine', () => {
    const turns = new OwnTurns({ wallMs: 0, cpuMs: 0 });
    for (let second = 1; second <= 100; second += 1)
      turns.take({ wallMs: second * 60_000, cpuMs: second * 100 }, 250);
    assert.ok(turns.averageMs <= 100);
  });

  it('leaves out work that did not make anything late', () => {
    const turns = new OwnTurns({ wallMs: 0, cpuMs: 0 });
    for (let tick = 1; tick <= 100; tick += 1) turns.take({ wallMs: tick * 250, cpuMs: tick * 250 }, 250);
    assert.equal(turns.averageMs, 0);
  });

  it('sees turns that are long because of our own work, and forgets them when they are over', () => {
    const turns = new OwnTurns({ wallMs: 0, cpuMs: 0 });
    for (let tick = 1; tick <= 10; tick += 1) turns.take({ wallMs: tick * 3_250, cpuMs: tick * 3_250 }, 250);
    assert.ok(turns.averageMs > 2_900);
    for (let tick = 1; tick <= 10; tick += 1)
      turns.take({ wallMs: 32_500 + tick * 250, cpuMs: 32_500 + tick * 10 }, 250);
    assert.ok(turns.averageMs < 3);
  });
});

describe('a handler that takes too long', () => {
  it('is answered for with 503, and what it answers later is dropped', async () => {
    const late = Promise.withResolvers<object>();
    const slow = route({
      ...shape,
      path: '/slow',
      operationId: 'readSlowly',
      summary: 'Read slowly',
      handle: () => late.promise,
    });
    const patient = await testApp(database, [slow], { answerMs: 25 });
    const answer = await patient.inject('/api/v1/slow');
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json<{ code: string }>().code, 'overloaded');
    late.resolve({});
    await new Promise(setImmediate);
    assert.equal((await patient.inject('/healthz')).statusCode, 200);
  });
});

describe('a long file', () => {
  const bytes = 32 * 1_048_576;
  const readFile = route({
    ...shape,
    path: '/file',
    operationId: 'readFile',
    summary: 'Read a file',
    response: Type.String(),
    responseType: 'text/csv',
    handle: async () => new RawAnswer('text/csv', Buffer.alloc(bytes, 'a')),
  });
  const never = route({
    ...shape,
    path: '/never',
    operationId: 'readNever',
    summary: 'Read what never comes',
    handle: () => Promise.withResolvers<object>().promise,
  });
  /** The beginning of the file arrives, and the rest only when it is read. */
  const begin = (url: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${url}/api/v1/file`, resolve).on('error', reject);
    });

  it('can take longer to arrive than a handler to answer', async () => {
    const { inject, listen } = await testApp(database, [readFile, never], { answerMs: 25 });
    const { url } = await listen();
    const file = await begin(url);
    // Asked later, and late already.
    assert.equal((await inject('/api/v1/never')).statusCode, 503);
    assert.equal((await buffer(file)).length, bytes);
  });
});

describe('a slow client', () => {
  it('is no work for the server while it sends its body or reads its answer', async () => {
    let open: Queued = none;
    const handled = Promise.withResolvers<void>();
    const answers = Promise.withResolvers<void>();
    const copy = route({
      method: 'POST',
      tag: 'One',
      access: 'open',
      path: '/copies',
      operationId: 'makeCopy',
      summary: 'Make a long copy',
      body: Type.Object({ text: Type.String() }),
      response: Type.String(),
      responseType: 'text/csv',
      handle: async () => {
        handled.resolve();
        await answers.promise;
        return new RawAnswer('text/csv', Buffer.alloc(32 * 1_048_576, 'a'));
      },
    });
    const { inject, listen } = await testApp(database, [copy, readOne], {
      load: {
        isTooMuch: (queued) => {
          open = queued;
          return false;
        },
      },
    });
    const openRequests = async () => {
      await inject('/api/v1/one');
      return open.requests;
    };
    const { url } = await listen();
    const sent = request(`${url}/api/v1/copies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    sent.write('{"text":');
    await until(async () => (await openRequests()) === 1);
    assert.equal(requestsInWork(), 0);
    sent.end('"a"}');
    await handled.promise;
    assert.equal(requestsInWork(), 1);
    answers.resolve();
    const answer = await answered;
    assert.equal(requestsInWork(), 0);
    assert.equal(await openRequests(), 1);
    await buffer(answer);
    await until(async () => (await openRequests()) === 0);
  });
});
