import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { Pool } from 'pg';
import type { Database } from './handles.ts';
import { readPool } from './replica.ts';
import { readTogether, shareReads } from './together.ts';

// On a busy machine a turn of the event loop can take longer than a batch is waited for.
mock.timers.enable({ apis: ['setTimeout'] });

/** Only the identity of its pool matters here. */
const handle = () => ({ pool: {} as Pool }) as Database;

/** A read that answers when the test says so, and remembers what it was asked for. */
function heldRead() {
  const asked: { keys: number[]; answer: (found?: number[]) => void; fail: (error: Error) => void }[] = [];
  const read = readTogether((_database, keys: number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<number, string>>();
    const answer = (found = keys) => resolve(new Map(found.map((key) => [key, `row ${key}`])));
    asked.push({ keys, answer, fail: reject });
    return promise;
  });
  return { asked, read, keys: () => asked.map((one) => one.keys) };
}

/** A batch starts when a turn of the event loop has brought no more. */
const turn = async () => {
  for (let turns = 0; turns < 4; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('reads by key', () => {
  it('start at the end of the turn when nothing is running, and otherwise join the next batch', async () => {
    const { asked, read, keys } = heldRead();
    const database = handle();
    const first = read(database, 1);
    await turn();
    assert.deepEqual(keys(), [[1]]);
    const later = [2, 3, 1, 2].map((key) => read(database, key));
    await turn();
    assert.deepEqual(keys(), [[1]], 'nothing joins the statement that is running');
    asked[0]?.answer();
    assert.equal(await first, 'row 1');
    await turn();
    assert.deepEqual(keys(), [[1], [2, 3, 1]]);
    asked[1]?.answer([1, 3]);
    assert.deepEqual(await Promise.all(later), [undefined, 'row 3', 'row 1', undefined]);
    await turn();
    void read(database, 4);
    void read(database, 5);
    await turn();
    assert.deepEqual(keys().at(-1), [4, 5], 'nothing is running anymore');
  });

  it('wait for the next turn as long as each brings more, also of the same', async () => {
    const { asked, read } = heldRead();
    const database = handle();
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    const all = [read(database, 1), read(database, 1)];
    await nextTurn();
    all.push(read(database, 1));
    await nextTurn();
    all.push(read(database, 2));
    await turn();
    assert.deepEqual(
      asked.map(({ keys }) => keys),
      [[1, 2]],
    );
    asked[0]?.answer();
    assert.deepEqual(await Promise.all(all), ['row 1', 'row 1', 'row 1', 'row 2']);
  });

  it('are split into batches of at most 200 keys', async () => {
    const { asked, read } = heldRead();
    const database = handle();
    const all = Array.from({ length: 451 }, (_, key) => read(database, key));
    for (let batch = 0; batch < 3; batch += 1) {
      await turn();
      asked[batch]?.answer();
    }
    assert.deepEqual(
      asked.map(({ keys }) => keys.length),
      [200, 200, 51],
    );
    assert.equal((await Promise.all(all)).at(-1), 'row 450');
  });

  it('fail alone if one key is the cause', async () => {
    const asked: number[][] = [];
    const read = readTogether(async (_database, keys: number[]) => {
      asked.push(keys);
      if (keys.includes(3)) throw new Error('three');
      return new Map(keys.map((key) => [key, key]));
    });
    const database = handle();
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 3].map((key) => read(database, key)));
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
      [1, 2, 'three', 4, 5, 'three'],
    );
    assert.deepEqual(asked, [[1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [3], [4, 5]]);
  });

  it('fail together without the database, and the next ones ask again', async () => {
    const { asked, read } = heldRead();
    const database = handle();
    const all = [1, 2, 3].map((key) => read(database, key));
    await turn();
    asked[0]?.fail(new Error('Connection terminated unexpectedly'));
    for (const one of all) await assert.rejects(one, /terminated/);
    assert.equal(asked.length, 1, 'nothing is tried again key by key');
    const next = read(database, 2);
    await turn();
    asked[1]?.answer();
    assert.equal(await next, 'row 2');
  });

  it('do not wait for a statement that hangs', async () => {
    const { asked, read } = heldRead();
    const database = handle();
    const hanging = read(database, 1);
    await turn();
    const next = read(database, 2);
    mock.timers.tick(100);
    await turn();
    assert.equal(asked.length, 2);
    asked[1]?.answer();
    assert.equal(await next, 'row 2');
    asked[0]?.answer();
    assert.equal(await hanging, 'row 1');
  });

  it('of the primary and of the replica are never mixed', async () => {
    const pools: (Pool | undefined)[] = [];
    const waiting: (() => void)[] = [];
    const read = readTogether(async (_database, keys: number[]) => {
      pools.push(readPool.getStore());
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      return new Map(keys.map((key) => [key, readPool.getStore()]));
    });
    const database = handle();
    const replica = {} as Pool;
    const fromReplica = () => readPool.run(replica, () => read(database, 1));
    const reads = [read(database, 1), fromReplica()];
    await turn();
    assert.deepEqual(pools, [undefined, replica]);
    reads.push(read(database, 1), fromReplica());
    for (let next = 0; next < 4; next += 1) {
      await turn();
      waiting[next]?.();
    }
    assert.deepEqual(await Promise.all(reads), [undefined, replica, undefined, replica]);
  });
});

describe('reads with the same key', () => {
  it('share one answer, of a statement that began after all of them had asked', async () => {
    const answers: ((answer: object) => void)[] = [];
    const asked: string[] = [];
    const read = shareReads(
      (query: { q: string }) => query.q,
      (_database, { q }) => {
        asked.push(q);
        return new Promise<object>((resolve) => {
          answers.push(resolve);
        });
      },
    );
    const database = handle();
    const [first, other] = ['a', 'b'].map((q) => read(database, { q }));
    await turn();
    const [second, third] = ['a', 'a'].map((q) => read(database, { q }));
    await turn();
    assert.deepEqual(asked, ['a', 'b'], 'another question does not wait');
    const [early, late] = [{}, {}];
    answers[1]?.({});
    await other;
    answers[0]?.(early);
    assert.equal(await first, early);
    await turn();
    assert.deepEqual(asked, ['a', 'b', 'a']);
    answers[2]?.(late);
    assert.equal(await second, late);
    assert.equal(await third, late);
  });

  it('fail together, and the next one asks again', async () => {
    let attempts = 0;
    const read = shareReads(String, async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('broken');
      return attempts;
    });
    const database = handle();
    const outcomes = await Promise.allSettled(['a', 'a', 'a'].map((key) => read(database, key)));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(await read(database, 'a'), 2);
  });
});
