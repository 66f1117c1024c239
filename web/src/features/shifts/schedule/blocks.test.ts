import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wallOfDay } from '../../../time/calendar.ts';
import { isAllDay, layOut, placeOf } from './blocks.ts';

const day = wallOfDay('2026-11-17');
const at = (from: number, to: number) => ({
  shift: `${from}-${to}`,
  from: day + from * 60,
  to: day + to * 60,
});
const show = (placed: ReturnType<typeof at>[], most = 10) => {
  const { blocks, rests } = layOut(placed, day, day + 1_440, most);
  return {
    blocks: blocks.map(({ shift, lane, lanes }) => `${shift} ${lane}/${lanes}`),
    rests: rests.map(({ count }) => count),
  };
};

describe('the layout of a day', () => {
  it('puts shifts of the same time beside each other, and the next one below', () => {
    assert.deepEqual(show([at(9, 12), at(10, 11), at(11, 13), at(13, 14)]), {
      blocks: ['9-12 0/2', '10-11 1/2', '11-13 1/2', '13-14 0/1'],
      rests: [],
    });
  });

  it('counts what has no space', () => {
    assert.deepEqual(show([at(9, 12), at(9, 11), at(9, 10), at(10, 11)], 2), {
      blocks: ['9-12 0/2'],
      rests: [3],
    });
  });

  it('cuts off what goes on before and after, and leaves out other days', () => {
    const { blocks } = layOut([at(-2, 3), at(22, 30), at(24, 30)], day, day + 1_440, 4);
    assert.deepEqual(
      blocks.map(({ start, end }) => [(start - day) / 60, (end - day) / 60]),
      [
        [0, 3],
        [22, 24],
      ],
    );
  });

  it("is on the shift's own clock", () => {
    const shift = {
      start_time: '2026-11-17T02:00:00Z',
      end_time: '2026-11-18T05:00:00Z',
      time_zone: 'America/New_York',
    };
    const placed = placeOf(shift);
    assert.deepEqual([placed.from, placed.to], [day - 180, day + 1_440]);
    assert.ok(isAllDay(placed, day));
    assert.ok(!isAllDay(placed, day - 1_440));
  });

  it('shows a shift as long as it lasts in the hour that comes twice', () => {
    // 2:15 to 2:00 an hour later.
    const shift = {
      start_time: '2026-10-25T00:15:00Z',
      end_time: '2026-10-25T01:00:00Z',
      time_zone: 'Europe/Berlin',
    };
    const { from, to } = placeOf(shift);
    assert.deepEqual([from, to - from], [wallOfDay('2026-10-25') + 135, 45]);
  });
});
