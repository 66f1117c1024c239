import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isCovered,
  painted,
  paintedBetween,
  stretchOf,
  typedOf,
  weekFromWindows,
  windowsOf,
} from './week-windows.ts';

describe('the hours of a week', () => {
  it('come back as they were given', () => {
    const windows = [
      { weekday: 1, from: '09:15', until: '12:00' },
      { weekday: 1, from: '14:00', until: '24:00' },
      { weekday: 7, from: '00:00', until: '10:30' },
    ];
    assert.deepEqual(windowsOf(weekFromWindows(windows)), windows);
  });

  it('are split at midnight, also from Sunday to Monday', () => {
    assert.deepEqual(windowsOf(weekFromWindows([{ weekday: 7, from: '22:00', until: '06:00' }])), [
      { weekday: 1, from: '00:00', until: '06:00' },
      { weekday: 7, from: '22:00', until: '24:00' },
    ]);
  });

  it('grow together where they touch', () => {
    const day = painted(painted([], { from: 540, until: 600 }, true), { from: 600, until: 660 }, true);
    assert.deepEqual(day, [{ from: 540, until: 660 }]);
    assert.ok(isCovered(day, { from: 560, until: 640 }));
  });

  it('keep the minutes around an hour that is taken out', () => {
    const day = painted([{ from: 545, until: 725 }], { from: 600, until: 660 }, false);
    assert.deepEqual(day, [
      { from: 545, until: 600 },
      { from: 660, until: 725 },
    ]);
  });

  it('are painted as the rectangle between two cells, whichever way the brush goes', () => {
    const free = weekFromWindows([]);
    const painted = paintedBetween(free, [2, 11], [1, 9], true);
    assert.deepEqual(windowsOf(painted), [
      { weekday: 2, from: '09:00', until: '12:00' },
      { weekday: 3, from: '09:00', until: '12:00' },
    ]);
    assert.deepEqual(windowsOf(paintedBetween(painted, [1, 9], [2, 10], false)), [
      { weekday: 2, from: '11:00', until: '12:00' },
      { weekday: 3, from: '11:00', until: '12:00' },
    ]);
  });

  it('follows the order of the columns, where weeks begin on Sunday', () => {
    const sundayFirst = [6, 0, 1, 2, 3, 4, 5];
    const painted = paintedBetween(weekFromWindows([]), [6, 9], [1, 9], true, sundayFirst);
    assert.deepEqual(
      windowsOf(painted).map(({ weekday }) => weekday),
      [1, 2, 7],
    );
  });

  it('may be typed one end after the other', () => {
    assert.equal(stretchOf({ from: '14:00', until: '12:00' }), undefined);
    assert.equal(stretchOf({ from: '14:00', until: '' }), undefined);
    assert.deepEqual(stretchOf({ from: '14:00', until: '18:30' }), { from: 840, until: 1110 });
    assert.deepEqual(typedOf({ from: 1320, until: 1440 }), { from: '22:00', until: '00:00' });
    assert.deepEqual(stretchOf({ from: '22:00', until: '00:00' }), { from: 1320, until: 1440 });
  });
});
