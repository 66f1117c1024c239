import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boardSearch, comingByDay, spanBounds, startBounds } from './board-search.ts';
import { isFound } from './spots.ts';

describe('the filters in the address of the board', () => {
  it('keep what they understand and drop the rest', () => {
    assert.deepEqual(
      boardSearch({ q: ' kitchen', program: '3', when: 'week', staffing: 'open', mine: 'no', x: '1' }),
      { q: ' kitchen', program: 3, when: 'week', staffing: 'open' },
    );
    assert.deepEqual(boardSearch({ q: ' ', program: '-1', when: 'never', staffing: 'empty' }), {});
  });
});

describe('the bounds of a span', () => {
  const zone = 'Europe/Berlin';
  const noon = (day: number) => Date.parse(`2026-11-${String(day).padStart(2, '0')}T11:07:00Z`);
  const saturdayMs = noon(14);

  it('begin with the present quarter of an hour', () => {
    assert.equal(spanBounds('week', saturdayMs, zone).ends_after, '2026-11-14T11:00:00.000Z');
  });

  it('leave out what has started if free spots are wanted', () => {
    assert.deepEqual(startBounds(spanBounds('today', saturdayMs, zone)), {
      from: '2026-11-14T11:00:00.000Z',
      to: '2026-11-14T23:00:00.000Z',
    });
    const shift = { start_time: '2026-11-14T11:05:00.000Z' };
    assert.deepEqual(
      [isFound(shift, 'open', noon(14)), isFound(shift, 'full', noon(14)), isFound(shift, 'open', noon(13))],
      [false, true, true],
    );
  });

  it('end a weekend on Monday at midnight, whichever day it is asked for', () => {
    for (const day of [9, 11, 13, 14, 15])
      assert.equal(spanBounds('weekend', noon(day), zone).to, '2026-11-15T23:00:00.000Z');
  });

  it('begin a weekend that is ahead on Saturday at midnight', () => {
    assert.equal(spanBounds('weekend', noon(11), zone).ends_after, '2026-11-13T23:00:00.000Z');
    assert.equal(spanBounds('weekend', noon(15), zone).ends_after, '2026-11-15T11:00:00.000Z');
  });

  it('have no end for any time', () => {
    assert.equal(spanBounds(undefined, saturdayMs, zone).to, undefined);
    assert.equal(spanBounds('month', saturdayMs, zone).to, '2026-12-12T11:00:00.000Z');
  });
});

describe('the days of the board', () => {
  const shift = (start_time: string, end_time: string, time_zone = 'Europe/Berlin') => ({
    start_time,
    end_time,
    time_zone,
  });
  const nowMs = Date.parse('2026-11-14T23:30:00Z');

  it('show what has begun under today for as long as it goes on, and leave out what is over', () => {
    const camp = shift('2026-11-12T09:00:00Z', '2026-11-18T09:00:00Z');
    const night = shift('2026-11-14T21:00:00Z', '2026-11-15T05:00:00Z');
    const over = shift('2026-11-14T09:00:00Z', '2026-11-14T23:30:00Z');
    const morning = shift('2026-11-15T08:00:00Z', '2026-11-15T10:00:00Z');
    const away = shift('2026-11-14T22:00:00Z', '2026-11-15T02:00:00Z', 'America/New_York');
    assert.deepEqual(
      [...comingByDay([camp, night, over, away, morning], nowMs)],
      [
        ['2026-11-14', [away]],
        ['2026-11-15', [camp, night, morning]],
      ],
    );
  });
});
