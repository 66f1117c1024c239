import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCovered, painted, weekOf, windowsOf } from './week-windows.ts';

describe('the hours of a week', () => {
  it('come back as they were given', () => {
    const windows = [
      { weekday: 1, from: '09:15', until: '12:00' },
      { weekday: 1, from: '14:00', until: '24:00' },
      { weekday: 7, from: '00:00', until: '10:30' },
    ];
    assert.deepEqual(windowsOf(weekOf(windows)), windows);
  });

  it('are split at midnight, also from Sunday to Monday', () => {
    assert.deepEqual(windowsOf(weekOf([{ weekday: 7, from: '22:00', until: '06:00' }])), [
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
});
