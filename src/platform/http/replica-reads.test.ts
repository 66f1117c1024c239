import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Type } from 'typebox';
import { testApp } from '#test/app.ts';
import { freshDatabase } from '#test/database.ts';
import { route } from './route.ts';

/** What each read asked the replica for: everything up to this moment. */
const asked: number[] = [];
const replica = {
  read<Answer>(sinceMs: number, work: () => Promise<Answer>): Promise<Answer> {
    asked.push(sinceMs);
    return work();
  },
  stop() {},
};
const notes = { operationId: 'notes', summary: 'Notes', tag: 'Notes', response: Type.Object({}) };
const routes = [
  route({
    ...notes,
    method: 'GET',
    path: '/notes',
    access: 'authenticated',
    isList: true,
    handle: async () => ({}),
  }),
  route({ ...notes, method: 'GET', path: '/public', access: 'anyone', handle: async () => ({}) }),
  route({ ...notes, method: 'GET', path: '/mine', access: 'authenticated', handle: async () => ({}) }),
  route({ ...notes, method: 'POST', path: '/notes', access: 'anyone', handle: async () => ({}) }),
];
const { inject } = await testApp({ ...(await freshDatabase({ size: 2 })), replica }, routes);

let person = 0;
beforeEach(() => {
  person += 1;
  asked.length = 0;
});
const read = (path: string, headers: Record<string, string> = {}) =>
  inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer user-${person}`, ...headers } });
const write = () =>
  inject({ method: 'POST', url: '/api/v1/notes', headers: { authorization: `Bearer user-${person}` } });

describe('with a replica', () => {
  it('lists and public reads may come from it, other reads do not', async () => {
    for (const path of ['/notes', '/public', '/mine']) assert.equal((await read(path)).statusCode, 200);
    assert.equal(asked.length, 2);
  });

  it('a caller who has just written needs one that has the change', async () => {
    const before = Date.now();
    const writtenAt = Number((await write()).headers['muster-written-at']);
    assert.ok(writtenAt >= before);
    await read('/notes');
    assert.deepEqual(asked, [writtenAt + 1_000]);
  });

  it('a person who has just created an account and logged in needs one that has it', async () => {
    await read('/notes', { authorization: `Bearer user-${person}-issued-5000` });
    assert.deepEqual(asked, [6_000]);
  });

  it('another process learns of the change by the header or the cookie', async () => {
    await read('/notes', { 'muster-written-at': '5000' });
    await read('/notes', { cookie: 'other=1; muster_written_at=6000' });
    assert.deepEqual(asked, [6_000, 7_000]);
  });

  it('a caller who asks for the current state gets it', async () => {
    await read('/notes', { 'muster-written-at': 'now' });
    assert.deepEqual(asked, [Number.POSITIVE_INFINITY]);
  });

  it('a wrong value is ignored', async () => {
    for (const wrong of ['', '-1', '1e9', 'soon', '9'.repeat(20)])
      await read('/notes', { 'muster-written-at': wrong });
    assert.deepEqual(new Set(asked), new Set([1_000]));
  });

  it('browsers keep the cookie for themselves', async () => {
    assert.match(
      String((await write()).headers['set-cookie']),
      /^muster_written_at=\d+; Path=\/api; .*HttpOnly; SameSite=Strict/,
    );
  });
});
