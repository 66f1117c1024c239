import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doToMany, failuresOf, type ItemAnswer } from './many.ts';
import { ApiProblem, Unreachable } from './problem.ts';

const done: ItemAnswer = { status: 'done', problem: null };
const full: ItemAnswer = {
  status: 'refused',
  problem: { code: 'capacity_conflict', title: 'The shift is full', detail: 'Full.', errors: [] },
};

describe('doing something to many', () => {
  it('is one call, and every refusal keeps its item and its reason', async () => {
    const calls: (readonly string[])[] = [];
    const outcomes = await doToMany(['ada', 'ben', 'cleo'], {
      most: 200,
      call: async (items) => {
        calls.push(items);
        return { items: [full, done, full] };
      },
    });
    assert.deepEqual(calls, [['ada', 'ben', 'cleo']]);
    assert.deepEqual(
      failuresOf(outcomes).map(({ item, error }) => [item, error instanceof ApiProblem && error.code]),
      [
        ['ada', 'capacity_conflict'],
        ['cleo', 'capacity_conflict'],
      ],
    );
  });

  it('is cut into as few calls as the service allows, and tells how far it is', async () => {
    const progress: number[] = [];
    const sizes: number[] = [];
    await doToMany([1, 2, 3, 4, 5], {
      most: 2,
      call: async (items) => {
        sizes.push(items.length);
        return { items: items.map(() => done) };
      },
      progress: (count) => progress.push(count),
    });
    assert.deepEqual(
      [sizes, progress],
      [
        [2, 2, 1],
        [2, 4, 5],
      ],
    );
  });

  it('goes on after a call that is refused as a whole, and stops where no one answers', async () => {
    const refusal = new ApiProblem(403, { code: 'forbidden' });
    let calls = 0;
    const outcomes = await doToMany([1, 2, 3, 4], {
      most: 1,
      call: async () => {
        calls += 1;
        if (calls === 1) throw refusal;
        if (calls === 2) return { items: [done] };
        throw new Unreachable();
      },
    });
    assert.equal(calls, 3);
    assert.deepEqual(
      outcomes.map(({ error }) => (error instanceof Error ? error.name : error)),
      ['ApiProblem', undefined, 'Unreachable', 'Unreachable'],
    );
  });
});
