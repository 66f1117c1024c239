import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seriesOf } from '#test/recurrence.ts';
import { expandRecurrence, type RecurrenceInput } from './recurrence.ts';

/** Local starts and ends with their offsets, so that a wrong side of a clock change shows. */
function local(series: RecurrenceInput): string[] {
  const show = (instant: Temporal.Instant) =>
    instant.toZonedDateTimeISO(series.timeZone).toString({ timeZoneName: 'never', smallestUnit: 'minute' });
  return expandRecurrence(series).map(({ start, end }) => `${show(start)} ${show(end).slice(11)}`);
}

describe('a series across changes of the clock', () => {
  it('stays at its local time in Berlin, a night shift at both ends', () => {
    const series = seriesOf('FREQ=DAILY;COUNT=3', 'Europe/Berlin', '2026-03-27T22:00', '2026-03-28T06:00');
    assert.deepEqual(local(series), [
      '2026-03-27T22:00+01:00 06:00+01:00',
      '2026-03-28T22:00+01:00 06:00+02:00',
      '2026-03-29T22:00+02:00 06:00+02:00',
    ]);
  });

  it('moves a skipped hour forward, keeps the length, and returns to its time', () => {
    const series = seriesOf(
      'FREQ=WEEKLY;COUNT=3',
      'America/New_York',
      '2026-03-01T02:30',
      '2026-03-01T03:00',
    );
    assert.deepEqual(local(series), [
      '2026-03-01T02:30-05:00 03:00-05:00',
      '2026-03-08T03:30-04:00 04:00-04:00',
      '2026-03-15T02:30-04:00 03:00-04:00',
    ]);
  });

  it('takes the first of an hour that comes twice', () => {
    const series = seriesOf(
      'FREQ=WEEKLY;COUNT=2',
      'America/New_York',
      '2026-10-25T01:30',
      '2026-10-25T05:00',
    );
    assert.deepEqual(local(series)[1], '2026-11-01T01:30-04:00 05:00-05:00');
  });

  it('keeps the very instant that it starts with, be it the second of its hour', () => {
    const start = Temporal.Instant.from('2026-10-25T02:30+01:00');
    const series = {
      rrule: 'FREQ=DAILY;COUNT=2',
      timeZone: 'Europe/Berlin',
      start,
      end: start.add({ hours: 1 }),
    };
    assert.deepEqual(local(series), [
      '2026-10-25T02:30+01:00 03:30+01:00',
      '2026-10-26T02:30+01:00 03:30+01:00',
    ]);
  });

  it('lasts its real length where the clock at its end is not later than at its start', () => {
    const start = Temporal.Instant.from('2026-10-25T02:45+02:00');
    const series = {
      rrule: 'FREQ=DAILY;COUNT=2',
      timeZone: 'Europe/Berlin',
      start,
      end: start.add({ minutes: 30 }),
    };
    assert.deepEqual(local(series), [
      '2026-10-25T02:45+02:00 02:15+01:00',
      '2026-10-26T02:45+01:00 03:15+01:00',
    ]);
  });

  it('follows the half hour of Lord Howe', () => {
    const series = seriesOf(
      'FREQ=DAILY;COUNT=2',
      'Australia/Lord_Howe',
      '2026-10-03T02:15',
      '2026-10-03T08:00',
    );
    assert.deepEqual(local(series), [
      '2026-10-03T02:15+10:30 08:00+10:30',
      '2026-10-04T02:45+11:00 08:00+11:00',
    ]);
    const autumn = seriesOf(
      'FREQ=DAILY;COUNT=2',
      'Australia/Lord_Howe',
      '2026-04-04T01:45',
      '2026-04-04T08:00',
    );
    assert.equal(local(autumn)[1], '2026-04-05T01:45+11:00 08:00+10:30');
  });

  it('follows Casablanca through Ramadan', () => {
    const series = seriesOf(
      'FREQ=WEEKLY;COUNT=7',
      'Africa/Casablanca',
      '2026-02-11T09:00',
      '2026-02-11T12:00',
    );
    assert.deepEqual(
      local(series).map((text) => text.slice(10, 22)),
      [
        'T09:00+01:00',
        'T09:00+00:00',
        'T09:00+00:00',
        'T09:00+00:00',
        'T09:00+00:00',
        'T09:00+00:00',
        'T09:00+01:00',
      ],
    );
  });

  it('counts UNTIL by the local date, the local time or the instant, whichever it is', () => {
    const until = (text: string) =>
      local(seriesOf(`FREQ=DAILY;UNTIL=${text}`, 'America/New_York', '2026-03-06T22:00', '2026-03-06T23:00'))
        .length;
    assert.equal(until('20260308'), 3);
    assert.equal(until('20260308T220000'), 3);
    assert.equal(until('20260308T215959'), 2);
    assert.equal(until('20260309T020000Z'), 3);
    assert.equal(until('20260309T015959Z'), 2);
    assert.equal(until('20200101'), 0);
  });
});
