import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockOf, instantOf } from '../time/clock.ts';
import { startOfDay } from '../time/zone-day.ts';
import { zonedFormat } from './zoned-format.ts';

const noon = '2026-11-14T12:00:00Z';

describe('a time zone that the browser does not know', () => {
  it('is read as UTC instead of failing the page', () => {
    for (const zone of ['Mars/Phobos', '', 'PST8PDT5']) {
      const format = zonedFormat('en-US', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
      assert.equal(format.format(new Date(noon)), '12:00', zone);
      assert.deepEqual(clockOf(noon, zone), { date: '2026-11-14', time: '12:00' });
      assert.equal(instantOf({ date: '2026-11-14', time: '12:00' }, zone), '2026-11-14T12:00:00.000Z');
      assert.equal(startOfDay('2026-11-14', zone).toISOString(), '2026-11-14T00:00:00.000Z');
    }
  });

  it('does not change those that it knows', () => {
    assert.equal(clockOf(noon, 'America/New_York').time, '07:00');
  });
});
