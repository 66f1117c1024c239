import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#kernel/refusal.ts';
import { seriesOf } from '#test/recurrence.ts';
import { expandRecurrence, type RecurrenceInput } from './recurrence.ts';

function dates(rrule: string, from = '2026-01-05T09:00', limit = 6): string[] {
  const series = { ...seriesOf(rrule, 'UTC', from, `${from.slice(0, 11)}10:00`), limit };
  return expandRecurrence(series).map(({ start }) => start.toString().slice(0, 10));
}

/** The local dates of its occurrences. */
function days(series: RecurrenceInput): string[] {
  return expandRecurrence(series).map(({ start }) =>
    start.toZonedDateTimeISO(series.timeZone).toPlainDate().toString(),
  );
}

describe('a rule', () => {
  it('finds days by month, week, weekday and position', () => {
    assert.deepEqual(dates('FREQ=MONTHLY;BYDAY=-1FR', undefined, 3), [
      '2026-01-30',
      '2026-02-27',
      '2026-03-27',
    ]);
    assert.deepEqual(dates('FREQ=MONTHLY;COUNT=3', '2026-01-31T09:00'), [
      '2026-01-31',
      '2026-03-31',
      '2026-05-31',
    ]);
    assert.deepEqual(dates('FREQ=YEARLY;COUNT=2', '2024-02-29T09:00'), ['2024-02-29', '2028-02-29']);
    assert.deepEqual(dates('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', undefined, 2), [
      '2026-01-30',
      '2026-02-27',
    ]);
    assert.deepEqual(dates('FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU', undefined, 2), ['2027-01-03', '2033-01-02']);
    assert.deepEqual(dates('FREQ=YEARLY;BYDAY=53MO', undefined, 2), ['2029-12-31', '2035-12-31']);
    assert.deepEqual(dates('FREQ=YEARLY;BYYEARDAY=-1', undefined, 2), ['2026-12-31', '2027-12-31']);
    const odd = (start: string) =>
      dates(`FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=${start}`, '1997-08-05T09:00', 4);
    assert.deepEqual(odd('MO'), ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24']);
    assert.deepEqual(odd('SU'), ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31']);
  });

  it('starts with the first match and not with a start that is none', () => {
    assert.deepEqual(dates('FREQ=WEEKLY;BYDAY=WE;COUNT=2'), ['2026-01-07', '2026-01-14']);
  });

  it('leaves out excluded dates, which still count', () => {
    const series = seriesOf(
      'FREQ=DAILY;COUNT=4\nEXDATE:20260106T090000',
      'Europe/Berlin',
      '2026-01-05T09:00',
      '2026-01-05T10:00',
    );
    const exdates = [Temporal.PlainDate.from('2026-01-08')];
    assert.deepEqual(days({ ...series, exdates }), ['2026-01-05', '2026-01-07']);
  });

  it('gives an endless series in parts, by horizon and by limit', () => {
    const series = seriesOf('FREQ=DAILY', 'Europe/Berlin', '2020-01-01T09:00', '2020-01-01T10:00');
    assert.equal(expandRecurrence(series).length, 500);
    assert.equal(expandRecurrence({ ...series, limit: 9000 }).length, 500);
    const from = Temporal.Instant.from('2026-06-01T07:00Z');
    const until = Temporal.Instant.from('2026-06-04T07:00Z');
    assert.deepEqual(days({ ...series, from, until }), ['2026-06-01', '2026-06-02', '2026-06-03']);
  });

  it('refuses text that is not a rule', () => {
    assert.throws(() => dates('FREQ=HOURLY'), Refusal);
  });

  for (const rrule of [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
    'FREQ=YEARLY;BYWEEKNO=1;BYMONTH=7;BYDAY=MO,TU,WE,TH,FR,SA,SU',
    'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYMINUTE=0,1,2,3;BYSETPOS=-366',
  ]) {
    it(`ends without a match: ${rrule}`, () => {
      assert.deepEqual(dates(rrule), []);
    });
  }
});

describe('whatever the series', () => {
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'UTC',
  );
  const weekdays = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 });
  const rules = fc
    .record({
      frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
      interval: fc.integer({ min: 1, max: 5 }),
      byDay: fc.option(weekdays, { nil: undefined }),
    })
    .map(
      ({ frequency, interval, byDay }) =>
        `FREQ=${frequency};INTERVAL=${interval}${byDay ? `;BYDAY=${byDay}` : ''}`,
    );
  const series = fc.record({
    timeZone: zones,
    // From 04:00 on no clock changes, so that the local time must be the same to the minute.
    minute: fc.integer({ min: 240, max: 1380 }),
    length: fc.integer({ min: 1, max: 59 }),
    day: fc.integer({ min: 0, max: 1000 }),
    rule: rules,
    count: fc.integer({ min: 1, max: 40 }),
  });

  it('keeps its clock, its order and its count, and repeats nothing', () => {
    fc.assert(
      fc.property(series, ({ timeZone, minute, length, day, rule, count }) => {
        const first = Temporal.PlainDateTime.from('2025-01-01T00:00').add({ days: day, minutes: minute });
        const text = `${rule};COUNT=${count}`;
        const shift = seriesOf(text, timeZone, first.toString(), first.add({ minutes: length }).toString());
        const found = expandRecurrence(shift);
        // A rule such as every seventh day on another weekday has no match at all.
        assert.ok(found.length === count || found.length === 0);
        const clock = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainTime();
        for (const [index, { start, end }] of found.entries()) {
          assert.ok(clock(start).equals(first.toPlainTime()));
          assert.ok(clock(end).equals(first.add({ minutes: length }).toPlainTime()));
          const previous = found[index - 1];
          if (previous) assert.ok(Temporal.Instant.compare(previous.start, start) < 0);
        }
        const half = Math.ceil(count / 2);
        assert.deepEqual(expandRecurrence({ ...shift, limit: half }), found.slice(0, half));
      }),
      { numRuns: 60 },
    );
  });
});
