import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boardSearch, boundsOf } from './board-search.ts';

describe('the filters in the address of the board', () => {
  it('keep what they understand and drop the rest', () => {
    assert.deepEqual(
      boardSearch({ q: ' kitchen', program: '3', when: 'week', open: 'true', mine: 'no', x: '1' }),
      { q: ' kitchen', program: 3, when: 'week', open: true },
    );
    assert.deepEqual(boardSearch({ q: ' ', program: '-1', when: 'never' }), {});
  });
});

describe('the bounds of a span', () => {
  const saturday = new Date(2026, 10, 14, 10, 7);
  const days = (from: string, to: string | undefined) =>
    (new Date(to ?? 0).getTime() - new Date(from).getTime()) / 86_400_000;

  it('begin with the present quarter of an hour', () => {
    assert.equal(
      new Date(boundsOf('week', saturday).from).getTime(),
      new Date(2026, 10, 14, 10, 0).getTime(),
    );
  });

  it('end a weekend on Monday at midnight, whichever day it is asked for', () => {
    const monday = new Date(2026, 10, 16).toISOString();
    for (const day of [9, 11, 13, 14, 15])
      assert.equal(boundsOf('weekend', new Date(2026, 10, day, 12)).to, monday);
  });

  it('begin a weekend that is ahead on Saturday at midnight', () => {
    assert.equal(boundsOf('weekend', new Date(2026, 10, 11, 12)).from, new Date(2026, 10, 14).toISOString());
  });

  it('have no end for any time', () => {
    assert.equal(boundsOf(undefined, saturday).to, undefined);
    const { from, to } = boundsOf('month', saturday);
    assert.equal(days(from, to), 28);
  });
});
