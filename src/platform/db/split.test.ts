import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitOnFailure } from './split.ts';

const never = () => false;

describe('a batch that is split on failure', () => {
  it('does the good items and names the bad ones, in a number of steps that grows with the bad ones', async () => {
    const bad = new Set([3, 257]);
    const done: number[] = [];
    let steps = 0;
    const items = Array.from({ length: 500 }, (_, index) => index);
    const failed = await splitOnFailure(
      items,
      async (part) => {
        steps += 1;
        const found = part.find((item) => bad.has(item));
        if (found !== undefined) throw new Error(`bad ${found}`);
        done.push(...part);
      },
      never,
    );
    assert.deepEqual(
      failed.map(({ item, error }) => [item, (error as Error).message]),
      [
        [3, 'bad 3'],
        [257, 'bad 257'],
      ],
    );
    assert.deepEqual(
      done,
      items.filter((item) => !bad.has(item)),
    );
    assert.ok(steps <= 40, `${steps} steps`);
  });

  it('does nothing for nothing, and one step for a good batch', async () => {
    let steps = 0;
    const work = async () => {
      steps += 1;
    };
    assert.deepEqual(await splitOnFailure([], work, never), []);
    assert.equal(steps, 0);
    assert.deepEqual(await splitOnFailure([1, 2, 3], work, never), []);
    assert.equal(steps, 1);
  });

  it('gives up at once on an error that is not about an item', async () => {
    let steps = 0;
    const work = async () => {
      steps += 1;
      throw new Error('the database is away');
    };
    await assert.rejects(
      splitOnFailure([1, 2, 3], work, () => true),
      /away/,
    );
    assert.equal(steps, 1);
  });
});
