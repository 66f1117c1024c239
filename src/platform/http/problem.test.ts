import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Type } from 'typebox';
import { type RefusalCode, refusalCodes } from '#kernel/refusal.ts';
import { messageOf, say } from '#platform/language/index.ts';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { statuses } from './problem.ts';
import { route } from './route.ts';
import { unknownZone } from './validation.ts';

const Note = Type.Object({ text: Type.String({ maxLength: 20 }), count: Type.Optional(Type.Integer()) });

const routes = [
  route({
    method: 'POST',
    path: '/notes',
    operationId: 'createNote',
    summary: 'Create a note',
    tag: 'Notes',
    access: 'anyone',
    body: Note,
    response: Type.Object({ text: Type.String(), count: Type.Integer() }),
    handle: async (_call, { body }) => ({ text: body.text, count: body.count ?? 0 }),
  }),
  route({
    method: 'POST',
    path: '/notes/clear',
    operationId: 'clearNotes',
    summary: 'Clear notes',
    tag: 'Notes',
    access: 'open',
    body: Type.Object({ reason: Type.Optional(Type.String()) }),
    bodyOptional: true,
    handle: async () => undefined,
  }),
  route({
    method: 'GET',
    path: '/notes/{id}',
    operationId: 'readNote',
    summary: 'Read a note',
    tag: 'Notes',
    access: 'open',
    params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
    query: Type.Object({
      loud: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ maximum: 200 })),
    }),
    response: Type.Object({ id: Type.Integer(), loud: Type.Boolean(), limit: Type.Integer() }),
    handle: async (_call, { params, query }) => ({
      id: params.id,
      loud: query.loud ?? false,
      limit: query.limit ?? 50,
    }),
  }),
  route({
    method: 'GET',
    path: '/secret',
    operationId: 'readSecret',
    summary: 'Read a secret',
    tag: 'Notes',
    access: 'authenticated',
    response: Type.Object({}),
    handle: async () => ({}),
  }),
  route({
    method: 'GET',
    path: '/bug',
    operationId: 'hitBug',
    summary: 'Hit a bug',
    tag: 'Notes',
    access: 'open',
    response: Type.Object({}),
    handle: async () => {
      throw Object.assign(new Error('select * from users where secret_column = 1'), {
        code: '42703',
        detail: 'inner detail',
      });
    },
  }),
];

const app = await testApp(await freshDatabase({ size: 4 }), routes);

describe('an error answer', () => {
  /** Every error has this one form; what differs is named by the test. */
  function assertProblem(answer: LightMyRequestResponse, code: RefusalCode): Problem {
    const body = answer.json<Problem>();
    assert.equal(body.code, code, answer.body);
    assert.equal(answer.statusCode, statuses[code]);
    assert.deepEqual(
      { ...body, detail: '', errors: [] },
      {
        type: `/docs/errors#${code}`,
        title: say('en', `platform.refusals.${code}.title`),
        status: statuses[code],
        detail: '',
        code,
        errors: [],
        request_id: answer.headers['x-request-id'],
      },
    );
    assert.ok(body.detail.length > 0);
    for (const error of body.errors)
      assert.deepEqual(Object.keys(error).sort(), ['code', 'message', 'params', 'path']);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
    return body;
  }

  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/notes',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });

  it('has the same form for every path that leads nowhere', async () => {
    const nowhere: InjectOptions[] = [
      { method: 'GET', url: '/' },
      { method: 'GET', url: '/api/v1/nothing?x=1' },
      { method: 'DELETE', url: '/api/v1/notes' },
      { method: 'GET', url: '/api/v1/notes/%zz' },
      { method: 'GET', url: `/api/v1/${'9'.repeat(10_000)}` },
      { method: 'GET', url: '/api/v1/%00' },
    ];
    for (const options of nowhere) {
      const answer = await app.inject(options);
      const { request_id } = assertProblem(answer, 'not_found');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(app.lines.filter((line) => line['request_id'] === request_id).length, 1);
    }
  });

  it('names what is wrong with a body that isn’t proper JSON', async () => {
    const broken: [string | Buffer, string][] = [
      ['{"text":', 'syntax'],
      [Buffer.from([0x7b, 0xff, 0x7d]), 'not_utf8'],
      ['['.repeat(33) + ']'.repeat(33), 'depth'],
      ['['.repeat(10_000) + ']'.repeat(10_000), 'depth'],
      [
        JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`k${n}`, n]))),
        'too_many_keys',
      ],
      ['{"text":"a","\\u0074ext":"b"}', 'duplicate_key'],
      ['{"text":"a","__proto__":{}}', 'forbidden_key'],
      ['{"text":"a\\u0000"}', 'nul_character'],
      ['{"text":"\\ud800"}', 'lone_surrogate'],
    ];
    for (const [payload, code] of broken) {
      const body = assertProblem(await post(payload), 'bad_json');
      assert.deepEqual(
        body.errors.map((error) => error.code),
        [code],
      );
    }
  });

  it('lists every invalid field of a body, and never turns one type into another', async () => {
    const body = assertProblem(await post('{"text":5,"count":"7"}'), 'validation_failed');
    assert.deepEqual(
      body.errors.map(({ path, code }) => `${path} ${code}`),
      ['text type', 'count type'],
    );
    for (const count of ['"7"', 'true', 'null', '1.5', '1e999', '[1]'])
      assertProblem(await post(`{"text":"a","count":${count}}`), 'validation_failed');
    const missing = assertProblem(await post('{}'), 'validation_failed');
    assert.deepEqual(missing.errors, [
      { path: 'text', code: 'required', message: 'This field is required.', params: {} },
    ]);
  });

  it('refuses an array, a text and nothing at all where an object is asked for', async () => {
    for (const payload of ['[]', '"text"', '17', 'null'])
      assert.equal(assertProblem(await post(payload), 'validation_failed').errors[0]?.path, 'body', payload);
    assert.equal(assertProblem(await post(''), 'validation_failed').errors[0]?.path, 'text');
  });

  it('ignores fields it does not know', async () => {
    const answer = await post('{"text":"a","from_the_future":{"constructor":1}}');
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), { text: 'a', count: 0 });
  });

  it('reads numbers and booleans out of path and query, and refuses what is none', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/v1/notes/7?loud=true&limit=9&other=1' });
    assert.deepEqual(answer.json(), { id: 7, loud: true, limit: 9 });
    for (const url of [
      '/notes/seven',
      `/notes/${'9'.repeat(10_000)}`,
      '/notes/0',
      '/notes/1.5',
      '/notes/0x7',
      '/notes/7e0',
      '/notes/+7',
      '/notes/-7',
      '/notes/7.0',
      '/notes/%207',
      '/notes/7%0A',
      '/notes/%D9%A7',
      '/notes/9007199254740993',
      '/notes/7?limit=0x9',
      '/notes/7?limit=9e0',
      '/notes/7?limit=+9',
      '/notes/7?limit=%209',
      '/notes/7?loud=1',
      '/notes/7?loud=True',
      '/notes/7?limit=many',
      '/notes/7?limit=1&limit=2',
    ])
      assertProblem(await app.inject({ method: 'GET', url: `/api/v1${url}` }), 'validation_failed');
  });

  it('takes a body up to the limit of its route, 1 MiB at most, and refuses one byte more', async () => {
    const fill = (length: number) => `{"text":"a","pad":"${'x'.repeat(length - 21)}"}`;
    assert.equal((await post(fill(65_536))).statusCode, 200);
    assertProblem(await post(fill(65_537)), 'payload_too_large');
    const clear = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/notes/clear',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    assert.equal((await clear(fill(1_048_576))).statusCode, 204);
    assertProblem(await clear(fill(1_048_577)), 'payload_too_large');
  });

  it('understands JSON only, by its content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'application/jsonp'])
      assertProblem(await post('{"text":"a"}', { 'content-type': type }), 'unsupported_media_type');
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      assert.equal((await post('{"text":"a"}', { 'content-type': type })).statusCode, 200, type);
  });

  it('takes an empty body for none, whatever its content type', async () => {
    const types = ['application/json', 'application/json; charset=iso-8859-1', 'text/plain'];
    for (const headers of [{}, ...types.map((type) => ({ 'content-type': type }))]) {
      const answer = await app.inject({ method: 'POST', url: '/api/v1/notes/clear', headers, payload: '' });
      assert.equal(answer.statusCode, 204, answer.body);
    }
  });

  it('is not caused by a trailing slash', async () => {
    assert.equal((await app.inject({ method: 'GET', url: '/api/v1/notes/7/?loud=1' })).statusCode, 400);
    assert.equal((await app.inject({ method: 'GET', url: '/api/v1/notes/7/' })).statusCode, 200);
    assert.equal((await app.inject({ method: 'GET', url: '/healthz/' })).statusCode, 200);
  });

  it('is problem+json for clients that ask for it', async () => {
    const answer = await app.inject({
      method: 'GET',
      url: '/nothing',
      headers: { accept: 'application/problem+json, application/json;q=0.5' },
    });
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    assert.equal(answer.json<Problem>().code, 'not_found');
    const typeFor = async (accept: string) =>
      (await app.inject({ url: '/nothing', headers: { accept } })).headers['content-type'];
    assert.match(String(await typeFor('APPLICATION/PROBLEM+JSON; q=0.1')), /problem/);
    for (const accept of ['application/problem+json;q=0, */*', 'application/problem+json2', '*/*', ',;'])
      assert.equal(await typeFor(accept), 'application/json; charset=utf-8', accept);
  });

  it('is in the language that the request asks for, and says so to caches', async () => {
    const expected = {
      'de-AT, en;q=0.5': ['de', 'Ungültige Angaben', 'Das ist ein Pflichtfeld.'],
      'fr, en-GB;q=0.5': ['en', 'Invalid input', 'This field is required.'],
      'x;q=, ,': ['en', 'Invalid input', 'This field is required.'],
    };
    for (const [wanted, [language, title, message]] of Object.entries(expected)) {
      const answer = await post('{}', { 'accept-language': wanted });
      const body = answer.json<Problem>();
      assert.deepEqual([body.title, body.detail, body.errors[0]?.message], [title, message, message]);
      assert.equal(answer.headers['content-language'], language);
      assert.match(String(answer.headers['vary']), /accept-language/i);
    }
    assert.equal(
      messageOf('de', unknownZone('time_zone', 'CET')),
      'Unbekannte Zeitzone. Meintest du Europe/Berlin oder Europe/Paris?',
    );
    assert.equal(
      messageOf('en', unknownZone('time_zone', '+02:00')),
      'Unknown time zone. Use a name such as Europe/Berlin.',
    );
  });

  it('tells how to authenticate', async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
      const answer = await app.inject({ method: 'GET', url: '/api/v1/secret', headers });
      assertProblem(answer, 'unauthenticated');
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    }
    const answer = await app.inject({ url: '/api/v1/secret', headers: { authorization: 'bEARER user-7' } });
    assert.equal(answer.statusCode, 200);
  });

  it('tells nothing about a bug but the id under which it was logged', async () => {
    const answer = await app.inject({ url: '/api/v1/bug', headers: { 'x-request-id': 'bug-1' } });
    const body = assertProblem(answer, 'internal_error');
    assert.equal(body.request_id, 'bug-1');
    assert.doesNotMatch(answer.body, /select|secret_column|inner detail|42703|at /);
    const line = app.lines.find((entry) => entry['request_id'] === 'bug-1' && entry['err']);
    assert.match(JSON.stringify(line), /secret_column/);
  });

  it('has an entry in the error reference for each code', async () => {
    const page = await app.inject('/docs/errors');
    assert.equal(page.statusCode, 200);
    for (const code of refusalCodes) {
      assert.ok(statuses[code] >= 400 && statuses[code] < 600, code);
      assert.match(page.body, new RegExp(`<section id="${code}">.*<small>${statuses[code]}</small>`));
    }
  });
});

interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly { path: string; code: string; message: string }[];
  readonly request_id: string;
}
