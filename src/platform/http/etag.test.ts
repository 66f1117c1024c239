import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { checkIfMatch } from './etag.ts';
import { RawAnswer, route } from './route.ts';

const Note = Type.Object({ text: Type.String(), version: Type.Integer() });
let note = { text: 'first', version: 1 };

const routes = [
  route({
    method: 'GET',
    path: '/note',
    operationId: 'readNote',
    summary: 'Read the note',
    tag: 'Notes',
    access: 'open',
    response: Note,
    handle: async () => note,
  }),
  route({
    method: 'PATCH',
    path: '/note',
    operationId: 'changeNote',
    summary: 'Change the note',
    tag: 'Notes',
    access: 'open',
    body: Type.Object({ text: Type.String() }),
    checksIfMatch: true,
    response: Note,
    handle: async (call, { body }) => {
      checkIfMatch(call, Note, note);
      note = { text: body.text, version: note.version + 1 };
      return note;
    },
  }),
  route({
    method: 'PUT',
    path: '/note',
    operationId: 'replaceNote',
    summary: 'Replace the note without saying that If-Match is checked',
    tag: 'Notes',
    access: 'open',
    response: Note,
    handle: async (call) => {
      checkIfMatch(call, Note, note);
      return note;
    },
  }),
  route({
    method: 'GET',
    path: '/note.csv',
    operationId: 'exportNote',
    summary: 'The note as CSV',
    tag: 'Notes',
    access: 'open',
    responseType: 'text/csv',
    handle: async () => new RawAnswer('text/csv', `text\n${note.text}\n`),
  }),
];

const app = await testApp(await freshDatabase({ size: 2 }), routes);
const read = (headers: Record<string, string> = {}, url = '/api/v1/note') => app.inject({ url, headers });
const change = (text: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'PATCH', url: '/api/v1/note', headers, payload: { text } });

describe('a read', () => {
  it('carries a tag that stays while its bytes stay', async () => {
    const [one, two] = [await read(), await read()];
    assert.match(String(one.headers.etag), /^"[\w-]+"$/);
    assert.equal(one.headers.etag, two.headers.etag);
    assert.equal(one.headers['cache-control'], 'private, no-cache');
    await change('second');
    assert.notEqual((await read()).headers.etag, one.headers.etag);
  });

  it('answers 304 without a body to clients that have it', async () => {
    const tag = String((await read()).headers.etag);
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await read({ 'if-none-match': header });
      assert.equal(answer.statusCode, 304, header);
      assert.equal(answer.body, '');
      assert.equal(answer.headers.etag, tag);
    }
    assert.equal((await read({ 'if-none-match': '"other"' })).statusCode, 200);
  });

  it('is tagged whatever its type, and so is HEAD', async () => {
    const csv = await read({}, '/api/v1/note.csv');
    assert.match(String(csv.headers['content-type']), /^text\/csv/);
    assert.equal(
      (await read({ 'if-none-match': String(csv.headers.etag) }, '/api/v1/note.csv')).statusCode,
      304,
    );
    const head = await app.inject({ method: 'HEAD', url: '/api/v1/note' });
    assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', (await read()).headers.etag]);
  });
});

describe('a change with If-Match', () => {
  it('is refused when it was made from an outdated reading', async () => {
    const tag = String((await read()).headers.etag);
    const first = await change('mine', { 'if-match': tag });
    assert.equal(first.statusCode, 200, first.body);
    const second = await change('yours', { 'if-match': tag });
    assert.equal(second.statusCode, 412);
    assert.equal(second.json<{ code: string }>().code, 'precondition_failed');
    assert.equal(note.text, 'mine');
  });

  it('goes through with any tag of several, with *, and without', async () => {
    const tag = String((await read()).headers.etag);
    assert.equal((await change('a', { 'if-match': `"x", ${tag}` })).statusCode, 200);
    assert.equal((await change('b', { 'if-match': '*' })).statusCode, 200);
    assert.equal((await change('c')).statusCode, 200);
  });

  it('can’t be checked by a route that the contract shows without it', async () => {
    assert.equal((await app.inject({ method: 'PUT', url: '/api/v1/note' })).statusCode, 500);
  });
});
