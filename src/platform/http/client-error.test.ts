import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { route } from './route.ts';

const echo = route({
  method: 'POST',
  path: '/echo',
  operationId: 'echo',
  summary: 'Echo',
  tag: 'Echo',
  access: 'open',
  body: Type.Object({}),
  response: Type.Object({ ok: Type.Boolean() }),
  handle: async () => ({ ok: true }),
});

const app = await testApp(await freshDatabase({ size: 2 }), [echo], { requestTimeoutMs: 600 });
const { host, port } = await app.listen();

/** Sends bytes as they are and reads until the other side has hung up. */
async function sendRaw(bytes: string): Promise<{ head: string; body: Record<string, unknown> }> {
  const socket = connect(port, host);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => {}));
  socket.write(bytes);
  await closed;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body: JSON.parse(body) as Record<string, unknown> };
}

async function assertRefused(answer: ReturnType<typeof sendRaw>, status: number, code: string) {
  const { head, body } = await answer;
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
  assert.match(head, /content-type: application\/json; charset=utf-8/i);
  assert.match(head, /content-language: en\r\n/i);
  assert.equal(/x-request-id: (\S+)/i.exec(head)?.[1], body['request_id']);
  assert.deepEqual(Object.keys(body), ['type', 'title', 'status', 'detail', 'code', 'errors', 'request_id']);
  assert.deepEqual({ status: body['status'], code: body['code'] }, { status, code });
}

describe('a sender with unusual headers', () => {
  it('gets a 400 with a body if it names no host, as HTTP/1.1 requires', async () => {
    const text = 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n';
    await assertRefused(sendRaw(text), 400, 'validation_failed');
  });

  it('is served if it expects something that we don’t know, or speaks HTTP/1.0 without a host', async () => {
    const body = 'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
    for (const head of ['HTTP/1.1\r\nHost: a\r\nExpect: foo\r\n', 'HTTP/1.0\r\n']) {
      const answer = await sendRaw(`POST /api/v1/echo ${head}${body}`);
      assert.match(answer.head, /^HTTP\/1\.1 200 /);
      assert.deepEqual(answer.body, { ok: true });
    }
  });
});

describe('a sender that breaks HTTP itself', () => {
  it('gets a 400 in our own words', async () => {
    for (const text of [
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nbroken header\r\n\r\n',
      'POST /api/v1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      'POST /api/v1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n',
    ])
      await assertRefused(sendRaw(text), 400, 'validation_failed');
  });

  it('gets a 431 when the headers are too large', async () => {
    await assertRefused(
      sendRaw(`GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`),
      431,
      'headers_too_large',
    );
  });

  it('gets a 408 when it stalls within the headers or the body', async () => {
    await Promise.all([
      assertRefused(sendRaw('GET /healthz HTTP/1.1\r\nHost:'), 408, 'request_timeout'),
      assertRefused(
        sendRaw(
          'POST /api/v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
        ),
        408,
        'request_timeout',
      ),
    ]);
  });

  it('does not break the service for others', async () => {
    const socket = connect(port, host);
    const half = 'POST /api/v1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{';
    await new Promise((sent) => socket.write(half, sent));
    socket.destroy();
    const answer = await fetch(`http://${host}:${port}/api/v1/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.deepEqual(await answer.json(), { ok: true });
  });
});
