import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exceptionsAhead, weekLines } from './availability-lines.ts';

describe('the availability of a member', () => {
  it('is described by weekday, nights on both of their days', () => {
    const weekly = [
      { weekday: 1, from: '09:00', until: '12:00' },
      { weekday: 5, from: '22:00', until: '02:00' },
    ];
    assert.deepEqual(weekLines({ weekly }), [
      [0, [[540, 720]]],
      [4, [[1_320, 1_440]]],
      [5, [[0, 120]]],
    ]);
    assert.deepEqual(weekLines({ weekly: [] }), []);
  });

  it('names the exceptions that are still ahead, the next first', () => {
    const exceptions = ['2026-12-24', '2026-11-01', '2026-11-15'].map((date) => ({ date, available: false }));
    assert.deepEqual(
      exceptionsAhead({ exceptions }, '2026-11-15').map(({ date }) => date),
      ['2026-11-15', '2026-12-24'],
    );
  });
});
