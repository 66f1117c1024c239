import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sorted, turned } from './table-order.ts';

describe('a table', () => {
  it('is sorted up, down, and then as it came', () => {
    const up = turned(undefined, 'name');
    assert.deepEqual(up, { key: 'name', direction: 'ascending' });
    const down = turned(up, 'name');
    assert.deepEqual(down, { key: 'name', direction: 'descending' });
    assert.equal(turned(down, 'name'), undefined);
    assert.deepEqual(turned(down, 'hours'), { key: 'hours', direction: 'ascending' });
  });

  it('sorts numbers as numbers and words as words', () => {
    const up = { key: 'a', direction: 'ascending' } as const;
    assert.deepEqual(
      sorted([10, 9, 100], (one) => one, up),
      [9, 10, 100],
    );
    assert.deepEqual(
      sorted(['b', 'Ä', 'c'], (one) => one, { ...up, direction: 'descending' }),
      ['c', 'b', 'Ä'],
    );
    assert.deepEqual(sorted([2, 1], undefined, up), [2, 1]);
  });
});
