import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  clockOf,
  dayKey,
  dayStart,
  daysBetween,
  daysOf,
  deviceZone,
  endOf,
  instantOf,
  isDay,
  localInstant,
  localText,
  monthOf,
  oddityOf,
  offsetOf,
  plusDays,
  plusMonths,
  spanOf,
  wallOf,
  weekdayOf,
  weekdaysFrom,
  weekOf,
  weekStart,
  zoneOfDevice,
} from './calendar.ts';

const berlin = 'Europe/Berlin';

describe('a time on the clock of a zone', () => {
  it('is the same instant there and back', () => {
    for (const zone of [berlin, 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'])
      for (const date of ['2026-01-15', '2026-03-29', '2026-07-01', '2026-10-25', '2026-11-01']) {
        const at = { date, time: '09:30' };
        assert.deepEqual(clockOf(instantOf(at, zone), zone), at);
      }
    const local = localText('2026-11-14T12:30:00Z');
    assert.equal(localInstant(local), '2026-11-14T12:30:00.000Z', deviceZone);
  });

  it('says how far it is ahead of UTC', () => {
    const at = '2026-11-14T12:00:00Z';
    assert.deepEqual(
      [berlin, 'America/New_York', 'America/St_Johns', 'UTC'].map((zone) => offsetOf(at, zone)),
      ['+01:00', '-05:00', '-03:30', '+00:00'],
    );
  });

  it('moves forward by as much when the clock skips it', () => {
    assert.equal(instantOf({ date: '2026-03-29', time: '02:30' }, berlin), '2026-03-29T01:30:00.000Z');
  });

  it('is the first of the two when it comes twice', () => {
    assert.equal(instantOf({ date: '2026-10-25', time: '02:30' }, berlin), '2026-10-25T00:30:00.000Z');
  });

  it('says whether the clock skips it or shows it twice', () => {
    const odd = (date: string, time: string, zone = berlin) => oddityOf({ date, time }, zone);
    assert.deepEqual(
      ['01:59', '02:00', '02:59', '03:00'].map((time) => odd('2026-03-29', time)),
      [undefined, 'skipped', 'skipped', undefined],
    );
    assert.deepEqual(
      ['01:59', '02:00', '02:59', '03:00'].map((time) => odd('2026-10-25', time)),
      [undefined, 'twice', 'twice', undefined],
    );
    assert.equal(odd('2026-03-29', '02:30', 'America/New_York'), undefined);
    assert.equal(odd('', '02:30'), undefined);
  });

  it('ends after it begins, also where the clock skips the beginning', () => {
    const night = (start: string, end: string) =>
      Object.values(
        spanOf({ date: '2026-03-29', time: start }, { date: '2026-03-29', time: end }, berlin),
      ).map((at) => clockOf(at, berlin).time);
    assert.deepEqual(night('02:30', '03:15'), ['03:30', '04:15']);
    assert.deepEqual(night('02:15', '02:45'), ['03:15', '03:45']);
    assert.deepEqual(night('01:00', '04:00'), ['01:00', '04:00']);
    assert.deepEqual(night('02:30', '01:30'), ['03:30', '01:30'], 'backwards stays wrong');
  });

  it('is nothing while it is half typed', () => {
    for (const [date, time] of [
      ['', '09:30'],
      ['2026-11-14', ''],
      ['2026-02-30', '09:30'],
    ] as const)
      assert.equal(instantOf({ date, time }, berlin), '');
    assert.equal(localInstant(''), '');
  });

  it('begins a day at midnight there, also on the days on which clocks change', () => {
    for (const [day, zone, start] of [
      ['2026-07-01', berlin, '2026-06-30T22:00:00.000Z'],
      ['2026-03-29', berlin, '2026-03-28T23:00:00.000Z'],
      ['2026-10-26', berlin, '2026-10-25T23:00:00.000Z'],
      ['2026-11-14', 'America/New_York', '2026-11-14T05:00:00.000Z'],
      ['2026-07-01', 'Pacific/Auckland', '2026-06-30T12:00:00.000Z'],
    ] as const)
      assert.equal(dayStart(day, zone), start);
  });
});

describe('a time zone that the browser does not know', () => {
  it('is read as UTC instead of failing the page', () => {
    for (const zone of ['Mars/Phobos', '', 'PST8PDT5']) {
      const noon = { date: '2026-11-14', time: '12:00' };
      assert.deepEqual(clockOf('2026-11-14T12:00:00Z', zone), noon, zone);
      assert.equal(instantOf(noon, zone), '2026-11-14T12:00:00.000Z');
    }
    assert.equal(clockOf('2026-11-14T12:00:00Z', 'America/New_York').time, '07:00');
  });
});

describe('the time zone of a device', () => {
  it('is the one it names', () => {
    assert.equal(zoneOfDevice('Europe/Berlin', 300), 'Europe/Berlin');
    assert.equal(zoneOfDevice('UTC', 300), 'UTC');
  });

  it('is one whose clocks are as far from UTC where it names none that others know', () => {
    for (const named of [undefined, '+05:00', '-03:30', 'Etc/Unknown', '']) {
      assert.equal(zoneOfDevice(named, 0), 'UTC');
      assert.equal(zoneOfDevice(named, 300), 'Etc/GMT+5');
      assert.equal(clockOf('2026-11-14T12:00:00Z', zoneOfDevice(named, 300)).time, '07:00');
      assert.equal(zoneOfDevice(named, -840), 'Etc/GMT-14');
      assert.equal(clockOf('2026-11-14T12:00:00Z', zoneOfDevice(named, -60)).time, '13:00');
      // No zone with a name like that is half an hour off.
      assert.equal(zoneOfDevice(named, -330), 'UTC');
    }
  });
});

describe('what a clock shows, as minutes', () => {
  const hourMs = 3_600_000;
  const asked = (at: number, zone: string) =>
    Math.floor(at / 60_000) +
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000;

  it('is what the zone says, also at the moment at which its clocks change', () => {
    for (const zone of [
      berlin,
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'UTC',
      '+05:30',
    ]) {
      const moments = Array.from(
        { length: 60 },
        (_, index) => Date.parse('2025-06-01') + index * 240 * hourMs,
      );
      for (const moment of moments) {
        const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
        const changes = ['next', 'previous'] as const;
        const near = changes.flatMap((way) => there.getTimeZoneTransition(way)?.epochMilliseconds ?? []);
        for (const at of [moment, ...near.flatMap((one) => [one - 1, one, one + 1])])
          assert.equal(wallOf(at, zone), asked(at, zone), `${zone} at ${at}`);
      }
    }
  });

  it('is asked once for all shifts of a season', (test) => {
    const questions = test.mock.method(Temporal.Instant.prototype, 'toZonedDateTimeISO');
    const start = Date.parse('2031-01-01T08:00:00Z');
    for (let index = 0; index < 2_000; index += 1) wallOf(start + (index * hourMs) / 4, 'Europe/Paris');
    assert.ok(questions.mock.callCount() <= 2, `${questions.mock.callCount()} times`);
  });
});

describe('days', () => {
  it('are counted by the calendar, whatever the clock does', () => {
    assert.equal(plusDays('2026-10-24', 2), '2026-10-26');
    assert.equal(plusDays('2026-12-31', 1), '2027-01-01');
    assert.equal(plusMonths('2026-01-31', 1), '2026-02-28');
    assert.equal(plusMonths('2026-01-15', -1), '2025-12-15');
    assert.equal(daysBetween('2026-10-24', '2026-10-26'), 2);
    assert.equal(daysBetween('2026-10-24', '2027-10-24'), 365);
    assert.equal(weekdayOf('2026-11-15'), 6);
    assert.equal(dayKey(Date.parse('2026-11-14T23:30:00Z'), berlin), '2026-11-15');
  });

  it('are days of a calendar', () => {
    assert.equal(isDay('2026-11-14'), true);
    for (const text of ['2026-02-30', '2026-1-1', 'today', '', undefined]) assert.equal(isDay(text), false);
  });

  it('go on into the night', () => {
    const start = { date: '2026-12-31', time: '22:00' };
    assert.deepEqual(endOf(start, '02:00'), { date: '2027-01-01', time: '02:00' });
    assert.deepEqual(endOf(start, '23:00'), { date: '2026-12-31', time: '23:00' });
  });

  it('of something are all on which it goes on, without one that begins with its end', () => {
    const zone = 'America/New_York';
    assert.deepEqual(daysOf('2026-11-14T14:00:00Z', '2026-11-14T18:00:00Z', zone), ['2026-11-14']);
    assert.deepEqual(daysOf('2026-11-14T14:00:00Z', '2026-11-15T11:00:00Z', zone), [
      '2026-11-14',
      '2026-11-15',
    ]);
    assert.deepEqual(daysOf('2026-11-14T14:00:00Z', '2026-11-15T05:00:00Z', zone), ['2026-11-14']);
    const weekOfChange = daysOf('2026-10-30T04:00:00Z', '2026-11-06T05:00:00Z', zone);
    assert.equal(weekOfChange.length, 7, 'a week in which the clocks change');
  });

  it('are in weeks that begin where the reader’s do', () => {
    const [monday, saturday, sunday] = [0, 5, 6];
    assert.equal(weekStart('2026-11-14', sunday), '2026-11-08');
    for (const [day, first, start] of [
      ['2026-11-15', monday, '2026-11-09'],
      ['2026-11-16', monday, '2026-11-16'],
      ['2026-11-15', sunday, '2026-11-15'],
      ['2026-11-14', sunday, '2026-11-08'],
      ['2026-11-13', saturday, '2026-11-07'],
    ] as const)
      assert.equal(weekOf(day, first)[0], start);
    assert.deepEqual(weekdaysFrom(sunday), [6, 0, 1, 2, 3, 4, 5]);
  });

  it('of a month are shown in whole weeks', () => {
    const weeks = monthOf('2026-11-15', 0);
    assert.equal(weeks[0]?.[0], '2026-10-26');
    assert.equal(weeks.at(-1)?.at(-1), '2026-12-06');
    assert.equal(weeks.length, 6);
    assert.equal(monthOf('2027-02-10', 0).length, 4);
    assert.equal(monthOf('2026-11-15', 6)[0]?.[0], '2026-11-01');
  });
});
