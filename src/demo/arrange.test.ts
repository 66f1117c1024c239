import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assign, type Kind, type Plan, place, seriesOf } from './arrange.ts';

const kind: Kind = {
  program: 1,
  title: 'Sorting',
  description: '',
  location: '',
  clock: '09:00',
  minutes: 180,
  capacity: 2,
  roles: { driver: 1, packer: 1 },
};
const plans: Plan[] = [
  { kind, day: 2, people: 1 },
  { kind, day: 4, people: 1 },
  { kind, day: 0, people: 2 },
  { kind, day: 1, people: 3, waitlist: 5 },
  { kind, day: 3, people: 2, needsApproval: true },
  { kind, day: 5, people: 2, status: 'cancelled' },
  ...[0, 7, 14, 21, 28].map((day) => ({ kind, day, people: 2, inSeries: true })),
];
const people = [4, 5, 6, 7, 8];

/** Two weeks of starting days, at an hour that differs, over a change of the clocks. */
const moments = Array.from({ length: 14 }, (_, index) =>
  Temporal.Instant.from('2026-10-24T00:10:30Z').add({ hours: index * 31 }),
);

describe('the demo, begun at any moment', () => {
  it('puts shift 1 at nine in the morning in two days and one shift around now', () => {
    for (const now of moments) {
      const [first, , ongoing] = place(plans, now);
      const today = now.toZonedDateTimeISO('America/New_York').toPlainDate();
      const start = first?.start.toZonedDateTimeISO('America/New_York');
      assert.equal(start?.toPlainDate().since(today).days, 2);
      assert.equal(start?.toPlainTime().toString(), '09:00:00');
      const sinceMinutes = ongoing && now.since(ongoing.start).total('minutes');
      assert.ok(sinceMinutes !== undefined && sinceMinutes >= 60 && sinceMinutes < 65);
    }
  });

  it('repeats its series on Saturdays that begin within the last two weeks', () => {
    for (const now of moments) {
      const occurrences = place(plans, now).filter(({ inSeries }) => inSeries);
      for (const { start } of occurrences)
        assert.equal(start.toZonedDateTimeISO('America/New_York').dayOfWeek, 6);
      const [first] = occurrences;
      assert.ok(first && now.since(first.start).total('hours') < 15 * 24);
      assert.match(seriesOf(place(plans, now)).rule, /COUNT=5$/);
    }
  });

  it('never has anyone in two places, and leaves shifts 1 and 2 to the visitor', () => {
    for (const now of moments) {
      const rows = assign(place(plans, now), people, now).filter(({ status }) => status !== 'cancelled');
      for (const mine of Map.groupBy(rows, (row) => row.user_id).values())
        for (const [index, a] of mine.entries())
          for (const b of mine.slice(index + 1))
            assert.ok(a.start_time >= b.end_time || b.start_time >= a.end_time, String(now));
      assert.ok(rows.every((row) => row.user_id !== 4 || row.shift_id > 2));
    }
  });

  it('has a full shift with people waiting, one awaiting approval, and no one beyond a capacity', () => {
    for (const now of moments) {
      const rows = assign(place(plans, now), people, now);
      const statuses = (shift: number) =>
        rows.filter(({ shift_id }) => shift_id === shift).map(({ status }) => status);
      assert.deepEqual(statuses(4), ['active', 'active', 'waitlisted']);
      assert.deepEqual(statuses(5), ['active', 'pending_approval']);
      assert.deepEqual(statuses(6), ['cancelled', 'cancelled']);
      const taken = rows.filter(({ status }) => status === 'active').map(({ role_id }) => role_id);
      assert.equal(new Set(taken).size, taken.length);
    }
  });
});
