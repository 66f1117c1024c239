import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { certificate as ca } from '#test/outbound/certificate.ts';
import { hostileAddresses, hostileTargets } from '#test/outbound/hostile-targets.ts';
import { httpReceiver, tlsReceiver } from '#test/outbound/receiver.ts';
import { guardedConnector } from './connector.ts';
import { createOutbound, type Lookup, OutboundError, type OutboundOptions } from './index.ts';

const request = { headers: {}, body: Buffer.from('{}'), timeoutMs: 2_000, maxResponseBytes: 1_024 };

function open(options: OutboundOptions) {
  const outbound = createOutbound(options);
  after(() => outbound.close());
  return outbound;
}

const isBlocked = (error: unknown): boolean =>
  error instanceof OutboundError &&
  error.code === 'blocked_target' &&
  !/\d+\.\d+\.\d+\.\d+/.test(error.message);

/** Each call answers with the next of the lists. */
const answers = (...lists: string[][]): Lookup => {
  let next = 0;
  return async () => lists[Math.min(next++, lists.length - 1)] ?? [];
};

describe('an address that a name leads to', () => {
  for (const address of hostileAddresses)
    it(`is not connected to: "${address}"`, async () => {
      const outbound = open({ allow: [], lookup: async () => [address] });
      await assert.rejects(outbound.post('https://hooks.example.org/', request), isBlocked);
    });

  it('is not connected to when the name led to an allowed one a moment ago', async () => {
    const receiver = await httpReceiver((_request, response) => {
      response.setHeader('connection', 'close').end();
    });
    const outbound = open({
      allow: ['127.0.0.1/32'],
      lookup: answers(['127.0.0.1'], ['169.254.169.254'], ['127.0.0.2'], ['::1']),
    });
    const url = `http://rebind.localhost:${receiver.port}/`;
    assert.equal((await outbound.post(url, request)).status, 200);
    await receiver.quiet();
    for (let attempt = 0; attempt < 3; attempt++)
      await assert.rejects(outbound.post(url, request), isBlocked);
    assert.equal(receiver.connections(), 1);
  });

  it('is left out when the same name has another one that may be reached', async () => {
    const receiver = await httpReceiver((_request, response) => void response.end());
    const lookup = answers(['169.254.169.254', '::1', '10.0.0.1', '127.0.0.1']);
    const outbound = open({ allow: ['127.0.0.1'], lookup });
    assert.equal((await outbound.post(`http://a.localhost:${receiver.port}/`, request)).status, 200);
  });

  it('is not reached without encryption, even if it is public', async () => {
    const outbound = open({ allow: ['127.0.0.1'], lookup: async () => ['8.8.8.8'] });
    await assert.rejects(outbound.post('http://a.localhost/', request), isBlocked);
  });
});

describe('a target as it is written', () => {
  for (const [url] of hostileTargets)
    it(`gets no request: ${JSON.stringify(url.slice(0, 60))}`, async () => {
      const outbound = open({ allow: [], lookup: () => assert.fail('nothing is looked up') });
      await assert.rejects(
        outbound.post(url, request),
        (error) => error instanceof OutboundError && error.code === 'blocked_target',
      );
    });

  for (const address of hostileAddresses.filter((text) => /^[\d.a-f:]+$/.test(text)))
    it(`gets no connection, for it is never looked up: ${address}`, async () => {
      const connect = guardedConnector({
        allow: [],
        lookup: () => assert.fail('an address is not looked up'),
        connectTimeoutMs: 1_000,
        ca: undefined,
      });
      const { promise, resolve } = Promise.withResolvers<unknown>();
      connect({ hostname: address, protocol: 'https:', port: '443' }, (...[error]) => resolve(error));
      assert.equal(Object(await promise).code, 'blocked_target');
    });
});

describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308])
    it(`is answered as ${status} and never followed`, async () => {
      const inner = await httpReceiver((_request, response) => void response.end('secret'));
      const outer = await httpReceiver((_request, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` }).end('moved');
      });
      const outbound = open({ allow: ['127.0.0.1'] });
      const answer = await outbound.post(`http://127.0.0.1:${outer.port}/`, request);
      assert.deepEqual([answer.status, String(answer.body)], [status, 'moved']);
      assert.equal(inner.connections(), 0);
    });
});

describe('a secure connection', () => {
  const lookup: Lookup = async () => ['127.0.0.1'];
  const serve = () => tlsReceiver((request, response) => void response.end(request.headers.host));

  it('is made to the name, whatever address it leads to', async () => {
    const { port } = await serve();
    const outbound = open({ allow: ['127.0.0.1'], lookup, ca });
    const answer = await outbound.post(`https://hooks.example.org:${port}/`, request);
    assert.equal(String(answer.body), `hooks.example.org:${port}`);
    await assert.rejects(outbound.post(`https://other.example.org:${port}/`, request), { code: 'tls' });
  });

  it('is refused when no one vouches for the certificate, or when there is none', async () => {
    const [secure, plain] = [await serve(), await httpReceiver((_request, response) => void response.end())];
    const outbound = open({ allow: ['127.0.0.1'], lookup });
    for (const { port } of [secure, plain])
      await assert.rejects(outbound.post(`https://hooks.example.org:${port}/`, request), { code: 'tls' });
  });
});
