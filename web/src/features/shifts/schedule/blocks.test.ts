import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wallOfDay } from '../../../time/calendar.ts';
import { aboveHours, isAllDay, layOut, placeOf } from './blocks.ts';
import type { Span } from './layout.ts';

const day = wallOfDay('2026-11-17');
const at = (from: number, to: number) => ({
  shift: `${from}-${to}`,
  from: day + from * 60,
  to: day + to * 60,
});
const clock = (wall: number) => {
  const minutes = Math.round(wall - day);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
const show = (placed: ReturnType<typeof at>[], most = 10) => {
  const { blocks, rests } = layOut(placed, day, day + 1_440, most);
  assert.deepEqual(rests, []);
  return blocks.map(({ shift, lane, lanes }) => `${shift} ${lane}/${lanes}`);
};
/** From where to where everything of a stack is drawn. */
const showStack = (placed: ReturnType<typeof at>[]) => {
  const { blocks, heads, rests } = layOut(placed, day, day + 1_440, 2);
  const drawn = ({ start, end }: Span) => `${clock(start)}–${clock(end)}`;
  return [
    ...heads.map((head) => ({ head, text: `${drawn(head)} head ${clock(head.from)}–${clock(head.to)}` })),
    ...blocks.map((head) => ({ head, text: `${drawn(head)} ${head.shift} ${head.stacked}` })),
    ...rests.map((head) => ({
      head,
      text: `${drawn(head)} ${head.shifts.length} ${head.isAll ? 'all' : 'more'}`,
    })),
  ]
    .sort((a, b) => a.head.start - b.head.start)
    .map(({ text }) => text);
};
const times = (count: number, from: number, to: number) => Array.from({ length: count }, () => at(from, to));

describe('the layout of a day', () => {
  it('puts shifts of the same time beside each other, and the next one below', () => {
    assert.deepEqual(show([at(9, 12), at(10, 11), at(11, 13), at(13, 14)]), [
      '9-12 0/2',
      '10-11 1/2',
      '11-13 1/2',
      '13-14 0/1',
    ]);
  });

  it('stacks what would be too narrow beside each other, within its time', () => {
    assert.deepEqual(showStack(times(4, 9, 12)), [
      '9:00–9:20 head 9:00–12:00',
      '9:20–10:00 9-12 headed',
      '10:00–10:40 9-12 headed',
      '10:40–11:20 9-12 headed',
      '11:20–12:00 9-12 headed',
    ]);
  });

  it('begins every time of a stack where it begins, or below what is above', () => {
    assert.deepEqual(showStack([at(8, 17), ...times(2, 9, 10), at(10, 12), at(10, 12)]), [
      '8:00–9:00 8-17 alone',
      '9:00–9:20 head 9:00–10:00',
      '9:20–9:48 9-10 headed',
      '9:48–10:16 9-10 headed',
      '10:16–10:36 head 10:00–12:00',
      '10:36–11:18 10-12 headed',
      '11:18–12:00 10-12 headed',
    ]);
  });

  it('counts what a stack has no space for before the next shift', () => {
    assert.deepEqual(showStack([...times(10, 9, 10), at(11, 12)]), [
      '9:00–9:20 head 9:00–10:00',
      '9:20–9:48 9-10 headed',
      '9:48–10:16 9-10 headed',
      '10:16–10:44 8 more',
      '11:00–12:00 11-12 undefined',
    ]);
    assert.deepEqual(showStack(times(3, 23.5, 24)), ['23:30–24:00 3 all']);
  });

  it('shares headings between times where there is no space for each', () => {
    const many = Array.from({ length: 66 }, (_, index) => at(index / 3, index / 3 + 1));
    const { blocks, heads, rests } = layOut(many, day, day + 1_440, 2);
    const drawn = [...blocks, ...heads, ...rests].sort((a, b) => a.start - b.start);
    for (const [index, one] of drawn.entries())
      assert.ok(index === 0 || one.start >= (drawn[index - 1]?.end ?? 0) - 0.01, 'nothing is covered');
    const counted = rests.reduce((sum, { shifts }) => sum + shifts.length, 0);
    assert.equal(blocks.length + counted, 66);
    assert.ok(blocks.length > 20, `${blocks.length} are shown`);
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

  it('has what lasts for a day or longer above the hours, where it would be a line of a stack', () => {
    const watch = at(9, 33);
    const above = (placed: ReturnType<typeof at>[], most: number) => [...aboveHours(placed, day, most)];
    const crowd = [watch, at(-5, 30), ...times(4, 10, 12)];
    assert.deepEqual(above(crowd, 2), [at(-5, 30), watch]);
    assert.deepEqual(above(crowd, 100), [at(-5, 30)]);
    assert.deepEqual(above([watch, at(10, 12)], 2), []);
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
