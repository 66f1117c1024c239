import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { refuse } from '#kernel/refusal.ts';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { RawAnswer, route } from './route.ts';

const gate = { opens: Promise.withResolvers<void>(), entered: 0 };
const shape = {
  method: 'GET',
  params: Type.Object({ id: Type.Integer() }),
  tag: 'Waiting',
  access: 'open',
} as const;
const wait = route({
  ...shape,
  path: '/wait/{id}',
  operationId: 'wait',
  summary: 'Wait',
  responseType: 'text/plain',
  handle: async (_call, { params }) => {
    gate.entered += 1;
    await gate.opens.promise;
    return new RawAnswer('text/plain', `${params.id}`);
  },
});
const spoil = route({
  ...shape,
  path: '/spoil/{id}',
  operationId: 'spoil',
  summary: 'Answer with a header that cannot be sent',
  responseType: 'text/plain',
  handle: async () => {
    gate.entered += 1;
    await gate.opens.promise;
    return new RawAnswer('text/plain', 'spoiled', { 'x-spoiled': 'two\nlines' });
  },
});
const forget = route({
  ...shape,
  method: 'DELETE',
  path: '/wait/{id}',
  operationId: 'forget',
  summary: 'Answer with nothing',
  handle: async () => undefined,
});
const answerTwice = route({
  ...shape,
  path: '/twice/{id}',
  operationId: 'answerTwice',
  summary: 'Answer before the handler does, as the time limit may',
  responseType: 'text/plain',
  handle: async (_call, _input, reply) => {
    void reply.code(503).type('text/plain').send('too late');
    return new RawAnswer('text/csv', 'done');
  },
});

const refuseLate = route({
  ...shape,
  path: '/late/{id}',
  operationId: 'refuseLate',
  summary: 'Refuse, or fail, after the time limit has answered',
  responseType: 'text/plain',
  handle: async (_call, { params }, reply) => {
    void reply.code(503).type('text/plain').send('too late');
    throw params.id === 1 ? refuse('forbidden') : new Error('broken');
  },
});

const routes = [wait, spoil, forget, answerTwice, refuseLate];
const app = await testApp(await freshDatabase({ size: 1 }), routes);
const { host, port } = await app.listen();

/** What the server has sent until it closed the connection. */
function ask(path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  const socket = connect(port, host);
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  socket.on('error', reject).on('close', () => resolve(said));
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  return promise;
}

describe('responses that are ready at the same time', () => {
  it('all leave, each on its own connection, even if one of them cannot be sent', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => (index === 7 ? '/spoil/7' : `/wait/${index}`));
    const asked = paths.map(ask);
    while (gate.entered < paths.length) await new Promise(setImmediate);
    gate.opens.resolve();
    const said = await Promise.all(asked);
    for (const [index, text] of said.entries()) {
      if (index === 7) assert.equal(text, '');
      else assert.match(text, new RegExp(`^HTTP/1\\.1 200 OK\\r\\n[^]*\\r\\n\\r\\n${index}$`));
    }
    assert.equal(app.lines.filter(({ msg }) => msg === 'a response could not be sent').length, 1);
  });

  it('leave once: what was sent first stays as it is', async () => {
    const said = await ask('/twice/1');
    assert.match(said, /^HTTP\/1\.1 503 .*content-type: text\/plain.*\r\n\r\ntoo late$/s);
    assert.doesNotMatch(said, /csv|done/);
  });

  it('that come too late are worth a line in the log only if something is broken', async () => {
    for (const id of [1, 2]) assert.match(await ask(`/late/${id}`), /^HTTP\/1\.1 503 .*\r\n\r\ntoo late$/s);
    const errors = app.lines.filter(
      ({ level, msg }) => level === 50 && msg !== 'a response could not be sent',
    );
    assert.deepEqual(
      errors.map(({ msg, err }) => [msg, (err as Error).message]),
      [['request failed', 'broken']],
    );
  });

  it('have no body where there is nothing to say', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/api/v1/wait/1' });
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.body, '');
    assert.equal(answer.headers['content-type'], undefined);
  });
});
