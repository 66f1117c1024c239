import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expandRecurrence } from '#slices/shifts/rules/recurrence.ts';
import { datesOf, noRepetition, type Repetition, ruleOf } from './recurrence.ts';

const first = '2026-11-14';
const today = '2026-11-10';
const zone = 'Europe/Berlin';

/** What the service would make of the rule. */
function madeOf(repetition: Repetition): string[] {
  const rrule = ruleOf(repetition, first) ?? '';
  const start = Temporal.Instant.from(`${first}T08:00:00Z`);
  return expandRecurrence({
    rrule,
    start,
    end: start.add({ hours: 3 }),
    timeZone: zone,
    until: Temporal.Instant.from(`${first}T08:00:01Z`).add({ hours: 24 * 180 }),
  }).map((one) => one.start.toZonedDateTimeISO(zone).toPlainDate().toString());
}

const weekly: Repetition = { ...noRepetition, every: 'week' };

describe('the rule of a series', () => {
  it('says in the language of calendars what was chosen', () => {
    assert.equal(ruleOf(noRepetition, first), undefined);
    assert.equal(ruleOf(weekly, first), 'FREQ=WEEKLY;BYDAY=SA;COUNT=10');
    assert.equal(
      ruleOf({ ...weekly, interval: 2, weekdays: [5, 1], ends: 'date', until: '2027-01-31' }, first),
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA;UNTIL=20270131',
    );
    assert.equal(
      ruleOf({ ...noRepetition, every: 'month', monthly: 'weekday', ends: 'never' }, first),
      'FREQ=MONTHLY;BYDAY=2SA',
    );
  });
});

describe('the dates that the form lists', () => {
  const plans: [string, Repetition][] = [
    ['each Saturday', weekly],
    ['two days every other week', { ...weekly, interval: 2, weekdays: [1, 5], count: 7 }],
    ['without end', { ...weekly, ends: 'never' }],
    ['until a day', { ...weekly, ends: 'date', until: '2026-12-12' }],
    ['every third day', { ...noRepetition, every: 'day', interval: 3, count: 12 }],
    ['the 14th of each month', { ...noRepetition, every: 'month', count: 5 }],
    ['the second Saturday', { ...noRepetition, every: 'month', monthly: 'weekday', count: 5 }],
  ];
  for (const [name, plan] of plans)
    it(`are those which the service makes: ${name}`, () => {
      assert.deepEqual(datesOf(plan, first, first), madeOf(plan));
    });

  it('keep what is skipped on the list, and out of what is made', () => {
    const plan: Repetition = { ...weekly, count: 4, skipped: ['2026-11-28'] };
    assert.deepEqual(datesOf(plan, first, today), ['2026-11-14', '2026-11-21', '2026-11-28', '2026-12-05']);
    assert.deepEqual(madeOf(plan), ['2026-11-14', '2026-11-21', '2026-12-05']);
  });

  it('pass over months without such a day', () => {
    const plan: Repetition = { ...noRepetition, every: 'month', count: 4 };
    assert.deepEqual(datesOf(plan, '2026-12-31', today), [
      '2026-12-31',
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ]);
  });
});
