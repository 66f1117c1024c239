import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { refuse } from '#kernel/refusal.ts';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { route } from './route.ts';

const logIn = route({
  method: 'POST',
  path: '/logins/{token}',
  operationId: 'logIn',
  summary: 'Log in',
  tag: 'Logins',
  access: 'anyone',
  params: Type.Object({ token: Type.String() }),
  query: Type.Object({ key: Type.Optional(Type.String()) }),
  body: Type.Object({ password: Type.String() }),
  response: Type.Object({ ok: Type.Boolean() }),
  handle: async (call, { body }) => {
    if (body.password === 'bug') {
      const request = { headers: { authorization: 'Bearer user-7' }, body, access_token: 'inner-token' };
      throw Object.assign(new Error('a bug'), { request, token: 'outer-token' });
    }
    return { ok: call.actor.kind === 'person' };
  },
});

const database = await freshDatabase({ size: 2 });
const app = await testApp(database, [logIn]);
const strict = await testApp(database, [logIn], { corsOrigins: ['https://app.example.org'] });
const behindProxy = await testApp(database, [logIn], { metricsToken: 'a long metrics token', trustProxy: 1 });

const send = (password: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/logins/path-token?key=query-token',
    headers: { authorization: 'Bearer user-7', cookie: 'session=cookie-token', ...headers },
    payload: { password },
  });

describe('a request', () => {
  it('keeps the id it came with, if that is one, and gets one otherwise', async () => {
    const named = await send('hunter2hunter2', { 'x-request-id': 'trace-1.a:b' });
    assert.equal(named.headers['x-request-id'], 'trace-1.a:b');
    for (const id of ['', 'two words', 'x'.repeat(129), 'new\\nline', '<script>']) {
      const answer = await send('hunter2hunter2', { 'x-request-id': id });
      assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/);
    }
  });

  it('is one line in the log, with its id and its actor', async () => {
    await send('hunter2hunter2', { 'x-request-id': 'line-1' });
    const lines = app.lines.filter((line) => line['request_id'] === 'line-1');
    assert.equal(lines.length, 1);
    const { time, ms, ...line } = lines[0] ?? {};
    assert.ok(typeof time === 'number' && typeof ms === 'number');
    assert.deepEqual(line, {
      level: 30,
      request_id: 'line-1',
      method: 'POST',
      route: '/api/v1/logins/:token',
      status: 200,
      actor: 'user:7',
      msg: 'request',
    });
  });

  it('leaves no secret in the log, not even when it hits a bug', async () => {
    await send('hunter2hunter2');
    await send('bug');
    await app.inject({
      url: '/api/v1/unknown/path-token?key=query-token',
      headers: { authorization: 'Bearer user-7' },
    });
    const text = JSON.stringify(app.lines);
    assert.match(text, /a bug/);
    assert.doesNotMatch(
      text,
      /Bearer|user-7|hunter2|path-token|query-token|cookie-token|inner-token|outer-token/,
    );
  });

  it('is not logged when it is only a probe that went well', async () => {
    const before = app.lines.length;
    assert.deepEqual((await app.inject('/healthz')).json(), { status: 'ok' });
    assert.deepEqual((await app.inject('/readyz')).json(), { status: 'ready' });
    assert.equal(app.lines.length, before);
  });
});

describe('an answer', () => {
  it('carries the headers that keep browsers from harm', async () => {
    for (const url of ['/healthz', '/api/v1/unknown', '/docs/errors', '/docs', '/api/v1/openapi.json']) {
      const { headers } = await app.inject(url);
      assert.equal(headers['x-content-type-options'], 'nosniff', url);
      assert.equal(headers['x-frame-options'], 'DENY', url);
      assert.match(String(headers['strict-transport-security']), /max-age=\d{8}/, url);
      assert.match(
        String(headers['content-security-policy']),
        /default-src 'none'.*frame-ancestors 'none'/,
        url,
      );
      assert.equal(headers['x-powered-by'] ?? headers['server'], undefined, url);
    }
  });

  it('carries more of them if it is a page', async () => {
    for (const url of ['/docs/errors', '/docs', '/docs/scalar.js']) {
      const { headers } = await app.inject(url);
      assert.equal(headers['referrer-policy'], 'no-referrer', url);
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', url);
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', url);
    }
  });

  it('names no foreign origin to a caller that has none', async () => {
    const { headers } = await app.inject('/api/v1/nothing');
    assert.match(String(headers['vary']), /Origin/);
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
      [],
    );
  });

  it('may be read by pages of every origin, or of those that were named', async () => {
    const origin = 'https://app.example.org';
    assert.equal(
      (await app.inject({ url: '/api/v1/nothing', headers: { origin } })).headers[
        'access-control-allow-origin'
      ],
      '*',
    );
    const allowed = await strict.inject({ url: '/api/v1/nothing', headers: { origin } });
    assert.equal(allowed.headers['access-control-allow-origin'], origin);
    const foreign = await strict.inject({
      url: '/api/v1/nothing',
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(foreign.headers['access-control-allow-origin'], undefined);
    assert.equal(allowed.headers['access-control-allow-credentials'], undefined);
  });

  it('to any other OPTIONS request is the same, without an error', async () => {
    for (const headers of [{}, { origin: 'https://app.example.org' }]) {
      const answer = await app.inject({ method: 'OPTIONS', url: '/api/v1/nothing', headers });
      assert.deepEqual([answer.statusCode, answer.body], [204, '']);
      assert.match(String(answer.headers['access-control-allow-methods']), /PATCH/);
    }
  });

  it('to a preflight names what may be sent and read', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/api/v1/logins/a',
      headers: {
        origin: 'https://app.example.org',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization, idempotency-key',
      },
    });
    assert.equal(answer.statusCode, 204);
    assert.match(String(answer.headers['access-control-allow-methods']), /PATCH/);
    assert.match(
      String(answer.headers['access-control-allow-headers']),
      /authorization.*idempotency-key.*if-match.*last-event-id/,
    );
    const { headers } = await app.inject({
      url: '/api/v1/nothing',
      headers: { origin: 'https://a.example' },
    });
    assert.match(
      String(headers['access-control-expose-headers']),
      /etag.*x-request-id.*retry-after.*ratelimit/,
    );
  });
});

describe('a client that leaves before the answer', () => {
  it('is still counted by its address, and is no error of ours', async () => {
    const arrived = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const callers: string[] = [];
    const busy = await testApp(database, [logIn], {
      async authenticate() {
        arrived.resolve();
        await gone.promise;
        throw refuse('unauthenticated');
      },
      rateLimiter: {
        async take(_budget, caller) {
          callers.push(caller);
          return { allowed: true, remaining: 1, retrySeconds: 0, quota: 1 };
        },
      },
    });
    const { host, port } = await busy.listen();
    busy.app.server.on('connection', (socket) => socket.on('close', gone.resolve));
    const client = connect(port, host);
    const head = ['Host: a', 'Authorization: Bearer bad', 'Content-Length: 0'].join('\r\n');
    client.write(`POST /api/v1/logins/path-token HTTP/1.1\r\n${head}\r\n\r\n`);
    await arrived.promise;
    client.destroy();
    const errors = () => busy.lines.filter(({ level }) => Number(level) >= 50);
    await until(() => callers.length + errors().length > 0);
    assert.deepEqual(errors(), []);
    assert.deepEqual(callers, ['127.0.0.1']);
  });
});

describe('the figures of the inside', () => {
  it('are for this machine, or for anyone who has the token', async () => {
    const local = await app.inject('/metrics');
    assert.equal(local.statusCode, 200);
    for (const name of [
      'http_request_duration_seconds',
      'db_pool_connections',
      'queue_depth',
      'queue_age_seconds',
      'nodejs_eventloop_lag_seconds',
    ])
      assert.match(local.body, new RegExp(`muster_${name}`));
    assert.match(local.body, /route="\/api\/v1\/logins\/:token"/);
    assert.equal((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode, 404);
    const ask = (token: string) =>
      behindProxy.inject({
        url: '/metrics',
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.9',
      });
    assert.equal((await ask('a long metrics token')).statusCode, 200);
    assert.equal((await ask('another token')).statusCode, 404);
    assert.equal((await behindProxy.inject('/metrics')).statusCode, 404);
  });
});

describe('the reference', () => {
  it('is served from here, with nothing fetched from elsewhere', async () => {
    const page = await app.inject('/docs');
    assert.match(page.body, /data-url="\/api\/v1\/openapi.json"/);
    assert.doesNotMatch(page.body, /https?:\/\//);
    const contract = (await app.inject('/api/v1/openapi.json')).json<{ openapi: string; paths: object }>();
    assert.match(contract.openapi, /^3\.1/);
    assert.deepEqual(Object.keys(contract.paths), ['/api/v1/logins/{token}']);
    const script = await app.inject('/docs/scalar.js');
    assert.equal(script.statusCode, 200);
    assert.ok(script.body.length > 100_000);
  });
});
