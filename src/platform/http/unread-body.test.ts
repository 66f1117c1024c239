import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { mostPieces } from './read-body.ts';
import { route } from './route.ts';

const shape = { method: 'POST', tag: 'Echo', response: Type.Object({ length: Type.Integer() }) } as const;
const body = Type.Object({ text: Type.Optional(Type.String()) });
const handle = async (_call: unknown, input: { body: { text?: string } }) => ({
  length: input.body.text?.length ?? 0,
});
const open = route({ ...shape, path: '/open', operationId: 'o', summary: 'O', access: 'open', body, handle });
const closed = route({
  ...shape,
  path: '/closed',
  operationId: 'c',
  summary: 'C',
  access: 'authenticated',
  body,
  handle,
});
const database = await freshDatabase({ size: 2 });
const megabyte = 1_048_576;
const app = await testApp(database, [open, closed]);
const { host, port, url } = await app.listen();
const json = { 'content-type': 'application/json' };
const large = JSON.stringify({ text: 'x'.repeat(5 * megabyte) });

interface Wire {
  readonly socket: Socket;
  /** Everything that has come back so far. */
  readonly text: () => string;
  /** Resolves with all that has come back once the other side has closed; rejects on a reset. */
  readonly closed: Promise<string>;
  until(pattern: RegExp): Promise<void>;
}

function dial(to = port): Wire {
  const socket = connect(to, host);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const ended = Promise.withResolvers<string>();
  socket.on('end', () => ended.resolve(text)).on('error', (error) => ended.reject(error));
  ended.promise.catch(() => {});
  return {
    socket,
    text: () => text,
    closed: ended.promise,
    async until(pattern) {
      while (!pattern.test(text)) await Promise.race([once(socket, 'data'), ended.promise]);
    },
  };
}

const head = (path: string, ...lines: string[]) =>
  [
    'POST ',
    path,
    ' HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n',
    ...lines.map((line) => `${line}\r\n`),
    '\r\n',
  ].join('');
const withLength = (path: string, length: number, ...lines: string[]) =>
  head(path, `Content-Length: ${length}`, ...lines);

describe('an answer to a client that is still sending', () => {
  it('reaches fetch, whether it names the length of its body or not', async () => {
    const streamed = () => new Blob([large]).stream();
    for (const [path, status, headers] of [
      ['/open', 413, json],
      ['/closed', 401, json],
      ['/open', 415, { 'content-type': 'text/plain' }],
    ] as const) {
      const plain = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: large });
      assert.equal(plain.status, status);
      assert.equal(((await plain.json()) as { status: number }).status, status);
      const chunked = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers,
        body: streamed(),
        duplex: 'half',
      } as RequestInit);
      assert.equal(chunked.status, status);
      await chunked.json();
    }
  });

  it('reaches a client that reads only when everything is sent', async () => {
    const wire = dial();
    wire.socket.pause();
    wire.socket.write(withLength('/api/v1/open', large.length, 'Connection: close'));
    await new Promise((resolve) => wire.socket.write(large, resolve));
    wire.socket.resume();
    assert.match(await wire.closed, /^HTTP\/1\.1 413 [\s\S]+"code":"payload_too_large"/);
  });

  it('leaves the connection usable when the length is known', async () => {
    const wire = dial();
    const next = '{"text":"abc"}';
    wire.socket.write(withLength('/api/v1/open', large.length) + large);
    wire.socket.write(withLength('/api/v1/open', next.length, 'Connection: close') + next);
    const text = await wire.closed;
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
    assert.match(text, /\{"length":3\}$/);
  });

  it('keeps the connection after a body that is not JSON', async () => {
    const wire = dial();
    const bad = '{"text":';
    wire.socket.write(withLength('/api/v1/open', bad.length) + bad);
    wire.socket.write(`${withLength('/api/v1/open', 2, 'Connection: close')}{}`);
    assert.deepEqual((await wire.closed).match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  it('comes before the body when the client asks first', async () => {
    const small = '{"text":"abc"}';
    const expect = 'Expect: 100-continue';
    const refused = dial();
    refused.socket.write(withLength('/api/v1/open', large.length, expect));
    await refused.until(/"code":"payload_too_large".*\}$/);
    assert.match(refused.text(), /^HTTP\/1\.1 413 [\s\S]+connection: close/i);
    refused.socket.end();
    const stranger = dial();
    stranger.socket.write(withLength('/api/v1/closed', small.length, expect));
    await stranger.until(/"code":"unauthenticated".*\}$/);
    assert.match(stranger.text(), /^HTTP\/1\.1 401 /);
    stranger.socket.end();
    const welcome = dial();
    welcome.socket.write(withLength('/api/v1/open', small.length, expect, 'Connection: close'));
    await welcome.until(/^HTTP\/1\.1 100 Continue/);
    welcome.socket.write(small);
    assert.match(await welcome.closed, /HTTP\/1\.1 200 [\s\S]+\{"length":3\}$/);
  });

  it('comes soon when the body is in a great many pieces', async () => {
    const wire = dial();
    const pieces = '1\r\n \r\n'.repeat(mostPieces + 1);
    wire.socket.write(head('/api/v1/open', 'Transfer-Encoding: chunked') + pieces);
    await wire.until(/"code":"payload_too_large".*\}$/);
    assert.match(wire.text(), /^HTTP\/1\.1 413 /);
    wire.socket.destroy();
  });
});

describe('what is read and thrown away', () => {
  const begin = async (bytes: number, ms: number, requestTimeoutMs?: number) => {
    const other = await testApp(database, [open], {
      discard: { bytes, ms },
      ...(requestTimeoutMs !== undefined && { requestTimeoutMs }),
    });
    const wire = dial((await other.listen()).port);
    wire.socket.write(head('/api/v1/open', 'Transfer-Encoding: chunked'));
    const chunk = `100000\r\n${'x'.repeat(megabyte)}\r\n`;
    wire.socket.write(chunk.repeat(2));
    await wire.until(/"code":"payload_too_large".*\}$/);
    return { wire, chunk };
  };

  it('ends at a number of bytes', async () => {
    const { wire, chunk } = await begin(4 * megabyte, 600_000);
    const done = once(wire.socket, 'close').catch(() => {});
    wire.socket.on('error', () => {});
    const more = () => {
      if (!wire.socket.destroyed) wire.socket.write(chunk, () => setImmediate(more));
    };
    more();
    await done;
    assert.equal(wire.text().match(/HTTP\/1\.1/g)?.length, 1);
  });

  it('ends after a time when the sender stalls, with one answer', async () => {
    const { wire } = await begin(64 * megabyte, 100);
    await wire.closed;
    assert.equal(wire.text().match(/HTTP\/1\.1/g)?.length, 1);
  });

  it('is not answered a second time when the request takes too long', async () => {
    const { wire } = await begin(64 * megabyte, 600_000, 300);
    await wire.closed.catch(() => {});
    assert.equal(wire.text().match(/HTTP\/1\.1/g)?.length, 1);
  });
});
