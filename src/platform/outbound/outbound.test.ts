import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { httpReceiver, tcpReceiver } from '#test/outbound/receiver.ts';
import { createOutbound, OutboundError, type OutboundOptions } from './index.ts';

const request = { headers: {}, body: Buffer.from('{"a":1}'), timeoutMs: 5_000, maxResponseBytes: 1_024 };
const quick = { ...request, timeoutMs: 300 };

function open(options: Partial<OutboundOptions> = {}) {
  const outbound = createOutbound({ allow: ['127.0.0.1'], ...options });
  after(() => outbound.close());
  return outbound;
}

describe('a request', () => {
  it('carries the bytes and headers as they were given', async () => {
    const receiver = await httpReceiver(async (incoming, response) => {
      const chunks = await Array.fromAsync(incoming);
      response.setHeader('retry-after', '120').writeHead(503);
      response.end(
        JSON.stringify([incoming.method, incoming.url, incoming.headers, String(Buffer.concat(chunks))]),
      );
    });
    const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' };
    const answer = await open().post(`http://127.0.0.1:${receiver.port}/hook?a=%20b`, {
      ...request,
      headers,
    });
    assert.equal(answer.status, 503);
    assert.equal(answer.retryAfter, '120');
    assert.ok(Number.isInteger(answer.durationMs) && answer.durationMs < 5_000);
    const [method, url, received, body] = JSON.parse(String(answer.body));
    assert.deepEqual([method, url, body], ['POST', '/hook?a=%20b', '{"a":1}']);
    assert.partialDeepStrictEqual(received, {
      ...headers,
      'content-length': '7',
      'accept-encoding': 'identity',
    });
  });

  it('uses its connection again and again, and more only for requests at the same time', async () => {
    const receiver = await httpReceiver((_request, response) => void response.end('ok'));
    const url = `http://127.0.0.1:${receiver.port}/`;
    const outbound = open();
    for (let i = 0; i < 50; i++) await outbound.post(url, request);
    // A connection is free again one turn of the event loop after its answer, which is one request too late here.
    assert.ok(receiver.connections() <= 2);
    await Promise.all(Array.from({ length: 8 }, () => outbound.post(url, request)));
    assert.ok(receiver.connections() <= 10);
  });

  it('does not wait for another one to the same host that hangs', async () => {
    const receiver = await httpReceiver((incoming, response) => {
      if (incoming.url === '/well') response.end();
    });
    const outbound = open();
    const at = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
    const giveUp = new AbortController();
    const patient = { ...request, timeoutMs: 60_000, signal: giveUp.signal };
    const hanging = Array.from({ length: 100 }, () => outbound.post(at('/hangs'), patient));
    const failed = Promise.allSettled(hanging);
    assert.equal((await outbound.post(at('/well'), { ...request, timeoutMs: 30_000 })).status, 200);
    giveUp.abort();
    await failed;
  });
});

describe('a host that gives no answer', () => {
  it('is left after the time given, counted to the last byte', async () => {
    const silent = await tcpReceiver((socket) => void socket.resume());
    const dripping = await httpReceiver((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const outbound = open();
    for (const { port, quiet } of [silent, dripping]) {
      await assert.rejects(outbound.post(`http://127.0.0.1:${port}/`, quick), { code: 'timeout' });
      await quiet();
    }
  });

  it('is distinguished by how it fails', async () => {
    const closed = await tcpReceiver((socket) => void socket.on('data', () => socket.destroy()));
    const reset = await tcpReceiver((socket) => void socket.on('data', () => socket.resetAndDestroy()));
    const strange = await tcpReceiver((socket) => void socket.end('SSH-2.0-OpenSSH_9.7\r\n'));
    const endless = await tcpReceiver(
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1e5)}`),
    );
    const short = await tcpReceiver(
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    );
    const outbound = open();
    for (const [{ port }, code] of [
      [closed, 'reset'],
      [reset, 'reset'],
      [strange, 'protocol'],
      [endless, 'protocol'],
      [short, 'reset'],
      [{ port: 1_024 }, 'connect'],
    ] as const)
      await assert.rejects(
        outbound.post(`http://127.0.0.1:${port}/`, request),
        (error) => error instanceof OutboundError && error.code === code,
        code,
      );
  });

  it('is called unknown when no name server knows it', async () => {
    const none = open({ lookup: async () => [] });
    const broken = open({ lookup: () => Promise.reject(new Error('queryA ESERVFAIL 10.0.0.53')) });
    for (const outbound of [none, broken])
      await assert.rejects(outbound.post('https://nowhere.example.org/', request), {
        code: 'dns',
        message: 'dns',
      });
  });

  it('is left when the caller gives up, with the reason of the caller', async () => {
    const giveUp = new AbortController();
    const silent = await tcpReceiver((socket) => {
      socket.once('data', () => giveUp.abort(new Error('stopping')));
    });
    const sending = open().post(`http://127.0.0.1:${silent.port}/`, { ...request, signal: giveUp.signal });
    await assert.rejects(sending, /^Error: stopping$/);
    await silent.quiet();
  });

  it('is left by every request that shares the signal, with one listener for all', async () => {
    const giveUp = new AbortController();
    const silent = await tcpReceiver((socket) => void socket.resume());
    const outbound = open();
    const send = () =>
      outbound.post(`http://127.0.0.1:${silent.port}/`, { ...request, signal: giveUp.signal });
    const sending = [send(), send(), send()];
    assert.equal(getEventListeners(giveUp.signal, 'abort').length, 1);
    giveUp.abort(new Error('stopping'));
    for (const one of sending) await assert.rejects(one, /^Error: stopping$/);
    await assert.rejects(send(), /^Error: stopping$/);
    await silent.quiet();
  });
});

describe('an answer that is too long', () => {
  it('is cut, and the connection is closed rather than read to its end', async () => {
    let written = 0;
    const receiver = await httpReceiver((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
      };
      response.on('drain', pour);
      pour();
    });
    const answer = await open().post(`http://127.0.0.1:${receiver.port}/`, request);
    assert.equal(answer.status, 200);
    assert.equal(String(answer.body), 'x'.repeat(1_024));
    await receiver.quiet();
    assert.ok(written < 50e6, `${written} bytes were taken`);
  });

  it('is cut, and the connection is kept when little is left', async () => {
    const receiver = await httpReceiver((_request, response) => void response.end('x'.repeat(20_000)));
    const outbound = open();
    for (let i = 0; i < 5; i++) {
      const answer = await outbound.post(`http://127.0.0.1:${receiver.port}/`, request);
      assert.equal(answer.body.length, 1_024);
      // What is left of the answer arrives in the turns after it.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(receiver.connections() <= 2);
  });

  it('is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const receiver = await httpReceiver((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(bomb);
    });
    const answer = await open().post(`http://127.0.0.1:${receiver.port}/`, request);
    assert.deepEqual(answer.body, bomb.subarray(0, 1_024));
  });
});

describe('connections', () => {
  it('are closed for hosts that are not used any more, and for the oldest of too many', async () => {
    const receivers = await Promise.all(
      Array.from({ length: 4 }, () => httpReceiver((_request, response) => void response.end())),
    );
    const [first, ...rest] = receivers;
    const bound = open({ maxPools: 3 });
    for (const { port } of receivers) await bound.post(`http://127.0.0.1:${port}/`, request);
    await first?.quiet();
    await bound.close();
    await Promise.all(rest.map((receiver) => receiver.quiet()));

    const idle = open({ idleMs: 30 });
    for (const { port } of receivers) await idle.post(`http://127.0.0.1:${port}/`, request);
    await Promise.all(receivers.map((receiver) => receiver.quiet()));
  });

  it('are not opened any more after closing', async () => {
    const outbound = open();
    await outbound.close();
    await assert.rejects(outbound.post('http://127.0.0.1:4000/', request), /closed/);
  });
});
