import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { mostCsvBytes } from './csv-reader.ts';
import { csvBody, route } from './route.ts';

const shape = {
  method: 'POST',
  tag: 'Files',
  summary: 'Count lines',
  response: Type.Object({ rows: Type.Integer() }),
} as const;
const open = route({
  ...shape,
  path: '/files',
  operationId: 'countLines',
  access: 'anyone',
  ...csvBody(3_000, 'Anything.'),
  handle: async (_call, { body }) => ({ rows: body.rows.length }),
});
const closed = route({
  ...shape,
  path: '/own-files',
  operationId: 'countOwnLines',
  access: 'authenticated',
  ...csvBody(3_000, 'Anything.'),
  handle: async (_call, { body }) => ({ rows: body.rows.length }),
});
const json = route({
  ...shape,
  path: '/notes',
  operationId: 'note',
  access: 'anyone',
  body: Type.Object({ text: Type.String() }),
  handle: async () => ({ rows: 0 }),
});
const database = await freshDatabase({ size: 2 });
const app = await testApp(database, [open, closed, json]);
const { url } = await app.listen();

async function post(file: string, { path = '/files', type = 'text/csv', headers = {} } = {}) {
  const {
    statusCode,
    headers: answered,
    body,
  } = await app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { 'content-type': type, ...headers },
    payload: file,
  });
  return { status: statusCode, headers: answered, body: JSON.parse(body) };
}

const errorOf = ({ body }: Awaited<ReturnType<typeof post>>) => [
  body.status,
  body.code,
  ...body.errors.map(({ code }: { code: string }) => code),
];

/** Lines of 5,000 characters, up to so many bytes. */
const fileOf = (bytes: number) => `a,b\n${`1,${'x'.repeat(4_997)}\n`.repeat(3_000)}`.slice(0, bytes);

describe('a route that imports a file', () => {
  it('takes CSV only, with any parameters of its type', async () => {
    assert.deepEqual((await post('a,b\n1,2\n3,4', { type: 'text/csv; charset=utf-8' })).body, { rows: 2 });
    const wanted = [415, 'unsupported_media_type', 'content_type'];
    for (const type of ['application/json', 'text/plain', 'application/vnd.ms-excel'])
      assert.deepEqual(errorOf(await post('{"a":1}', { type })), wanted, type);
    assert.deepEqual(errorOf(await post('a,b\n1,2', { path: '/notes' })), [415, 'unsupported_media_type']);
  });

  it('and any other route says that it reads no compressed bodies', async () => {
    const wanted = [415, 'unsupported_media_type', 'content_encoding'];
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const headers = { 'content-encoding': encoding };
      assert.deepEqual(errorOf(await post('a,b\n1,2', { headers })), wanted, encoding);
      const given = { path: '/notes', type: 'application/json', headers };
      assert.deepEqual(errorOf(await post('{"text":"a"}', given)), wanted, encoding);
    }
    assert.equal((await post('a,b\n1,2', { headers: { 'content-encoding': 'Identity' } })).status, 200);
  });

  it('and any other route reads UTF-8 only, however its content type spells it', async () => {
    const wanted = [415, 'unsupported_media_type', 'charset'];
    for (const charset of ['iso-8859-1', 'windows-1252', '"UTF-16"', 'us-ascii']) {
      assert.deepEqual(
        errorOf(await post('a,b\n1,2', { type: `text/csv; charset=${charset}` })),
        wanted,
        charset,
      );
      const type = `Application/JSON;header=present; Charset=${charset}`;
      assert.deepEqual(errorOf(await post('{"text":"a"}', { path: '/notes', type })), wanted, charset);
    }
    for (const charset of ['utf-8', 'UTF-8', 'utf8', '"Utf-8"', '"utf\\-8"', 'utf-8 ']) {
      const type = `text/csv; header=present;charset=${charset}`;
      assert.equal((await post('a,b\nä,2', { type })).status, 200, charset);
      const json = `application/json;charset=${charset}`;
      assert.equal((await post('{"text":"ä"}', { path: '/notes', type: json })).status, 200, charset);
    }
  });

  it('names an empty file', async () => {
    for (const type of ['text/csv', 'application/json'])
      assert.deepEqual(errorOf(await post('', { type })), [400, 'validation_failed', 'csv_empty']);
  });

  it('reads 10 MiB and no more', async () => {
    assert.equal((await post(fileOf(mostCsvBytes))).status, 200);
    const long = await post(fileOf(mostCsvBytes + 1));
    assert.deepEqual(errorOf(long), [413, 'payload_too_large', 'body_too_large']);
    assert.match(long.body.detail, /10 MiB/);
    const chunked = await fetch(`${url}/api/v1/files`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: new Blob([fileOf(mostCsvBytes + 1)]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(chunked.status, 413);
    await chunked.json();
  });

  it('answers at the first mistake, while the file is still being sent', async () => {
    const sending = request(`${url}/api/v1/files`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'content-length': '1000000' },
    });
    sending.write(`a,b\n${'1,2\n'.repeat(3_001)}3,4\n5`);
    const [answer] = (await once(sending, 'response')) as [{ statusCode: number }];
    assert.equal(answer.statusCode, 400);
    sending.on('error', () => {}).destroy();
  });

  it('whose sender goes away is no failure of the service', async () => {
    for (const [path, type] of [
      ['files', 'text/csv'],
      ['notes', 'application/json'],
    ]) {
      const sending = request(`${url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': type, 'content-length': '1000', 'x-request-id': `gone-${path}` },
      });
      sending.on('error', () => {}).write('a,b\n');
      const [, response] = (await once(app.app.server, 'request')) as [unknown, ServerResponse];
      await until(() => response.req.listenerCount('data') > 0);
      sending.destroy();
      await once(response, 'close');
      await new Promise(setImmediate);
      const warnings = app.lines.filter(({ level, request_id: id }) => level !== 30 && id === `gone-${path}`);
      assert.deepEqual(warnings, []);
    }
  });

  it('is not read for callers who are not logged in', async () => {
    const answer = await fetch(`${url}/api/v1/own-files`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: fileOf(mostCsvBytes),
    });
    assert.equal(answer.status, 401);
    await answer.json();
  });

  it('answers the same for an Idempotency-Key, and refuses another file with it', async () => {
    const headers = { 'idempotency-key': 'once', authorization: 'Bearer user-1' };
    assert.deepEqual((await post('a,b\n1,2', { headers })).body, { rows: 1 });
    const again = await post('a,b\n1,2', { headers });
    assert.deepEqual([again.body, again.headers['idempotency-replayed']], [{ rows: 1 }, 'true']);
    assert.deepEqual(errorOf(await post('a,b\n1,3', { headers })), [422, 'idempotency_mismatch']);
  });

  it('is described with its content type', async () => {
    const { body } = await app.inject('/api/v1/openapi.json');
    const { content } = JSON.parse(body).paths['/api/v1/files'].post.requestBody;
    assert.deepEqual(Object.keys(content), ['text/csv']);
    assert.equal(content['text/csv'].schema.maxLength, mostCsvBytes);
  });
});
