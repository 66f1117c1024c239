import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boardSearch, boundsOf, comingByDay } from './board-search.ts';

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
      new Date(boundsOf('week', saturday).ends_after).getTime(),
      new Date(2026, 10, 14, 10, 0).getTime(),
    );
  });

  it('end a weekend on Monday at midnight, whichever day it is asked for', () => {
    const monday = new Date(2026, 10, 16).toISOString();
    for (const day of [9, 11, 13, 14, 15])
      assert.equal(boundsOf('weekend', new Date(2026, 10, day, 12)).to, monday);
  });

  it('begin a weekend that is ahead on Saturday at midnight', () => {
    assert.equal(
      boundsOf('weekend', new Date(2026, 10, 11, 12)).ends_after,
      new Date(2026, 10, 14).toISOString(),
    );
  });

  it('have no end for any time', () => {
    assert.equal(boundsOf(undefined, saturday).to, undefined);
    const { ends_after, to } = boundsOf('month', saturday);
    assert.equal(days(ends_after, to), 28);
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
