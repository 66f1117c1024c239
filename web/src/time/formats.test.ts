import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstWeekday, timesOf as timesAt } from './formats.ts';

/** Typographers' spaces look the same and differ between versions of the data. */
const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');
const zone = 'America/New_York';
const [start, end, nextDay] = ['2026-11-14T14:00:00Z', '2026-11-14T18:00:00Z', '2026-11-15T11:00:00Z'];

const timesOf = (tag: string, now = start) => timesAt(tag, () => Date.parse(now));

describe('a stretch of time in words', () => {
  it('names the year where it isn’t the present one', () => {
    const british = timesOf('en-GB', '2027-02-01T12:00:00Z');
    assert.equal(plain(british.span(start, end, zone)), 'Sat, 14 Nov 2026, 09:00–13:00');
    assert.equal(british.formatDay('longDay', '2026-11-14'), 'Saturday, 14 November 2026');
    assert.equal(british.formatDay('longDay', '2027-11-14'), 'Sunday 14 November');
    assert.equal(
      plain(timesOf('de-DE').format('moment', '2027-01-01T12:00:00Z', 'UTC')),
      'Fr., 1. Jan. 2027, 12:00',
    );
    // Where it is New Year's Eve still.
    assert.equal(plain(timesOf('en-GB').format('moment', '2027-01-01T02:00:00Z', zone)), 'Thu 31 Dec, 21:00');
    const eve = timesOf('en-GB').span('2026-12-31T20:00:00Z', '2027-01-01T10:00:00Z', zone);
    assert.equal(plain(eve), 'Thu, 31 Dec 2026, 15:00 – Fri, 1 Jan 2027, 05:00');
  });

  it('names the zone of a moment where the clocks of the reader show something else', () => {
    const german = timesOf('de-DE');
    assert.equal(plain(german.momentIn(zone, start, zone)), 'Sa., 14. Nov., 09:00');
    assert.equal(plain(german.momentIn(zone, start, 'America/Toronto')), 'Sa., 14. Nov., 09:00');
    assert.equal(plain(german.momentIn(zone, start, 'Europe/Berlin')), 'Sa., 14. Nov., 09:00 GMT\u22125');
    assert.equal(plain(timesOf('en-US').momentIn(zone, start, 'Europe/Berlin')), 'Sat, Nov 14, 9:00 AM EST');
  });

  it('leaves out the day that stands above, and says it where the end is another day', () => {
    const british = timesOf('en-GB');
    assert.equal(plain(british.span(start, end, zone, '2026-11-14')), '09:00–13:00');
    assert.equal(plain(british.span(start, end, zone)), 'Sat 14 Nov, 09:00–13:00');
    const whole = 'Sat 14 Nov, 09:00 – Sun 15 Nov, 06:00';
    for (const under of [undefined, '2026-11-14', '2026-11-15'])
      assert.equal(plain(british.span(start, nextDay, zone, under)), whole);
    assert.equal(plain(british.span(start, '2026-11-15T05:00:00Z', zone, '2026-11-14')), '09:00 – 00:00');
  });

  it('is written as the reader writes, the same alone and in a range', () => {
    const american = timesOf('en-US');
    assert.equal(plain(american.span(start, end, zone, '2026-11-14')), '9:00 AM – 1:00 PM');
    assert.equal(plain(american.format('time', start, zone)), '9:00 AM');
    assert.equal(plain(american.clock(18 * 60)), '6:00 PM');
    assert.equal(plain(american.fullHour(18)), '6 PM');
    assert.equal(plain(american.clockRange(9 * 60, 12 * 60)), '9:00 AM – 12:00 PM');
    assert.equal(plain(american.clockRange(22 * 60, 24 * 60)), '10:00 PM – 12:00 AM');
    const german = timesOf('de-DE');
    assert.equal(plain(german.format('moment', start, zone)), 'Sa., 14. Nov., 09:00');
    assert.equal(plain(german.span(start, end, zone, '2026-11-14')), '09:00–13:00 Uhr');
    assert.equal(german.clock(9 * 60), '09:00');
    assert.equal(german.fullHour(9), '09:00');
  });

  it('is named by weekday and day as the reader does', () => {
    const british = timesOf('en-GB');
    assert.deepEqual(british.weekdays('weekday'), ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    assert.equal(british.formatDay('longDay', '2026-11-14'), 'Saturday 14 November');
    assert.equal(
      plain(british.rangeOfDays('dayAndYear', '2026-11-09', '2026-11-15')),
      '9 – 15 November 2026',
    );
    assert.equal(british.format('time', start, 'Mars/Phobos'), '14:00', 'a zone that nobody knows is UTC');
  });

  it('names a time zone in the reader’s language, in summer and in winter', () => {
    const american = timesOf('en-US');
    assert.equal(american.zoneName('2026-07-14T14:00:00Z', 'America/Los_Angeles', 'short'), 'PDT');
    assert.equal(american.zoneName(start, 'America/Los_Angeles', 'long'), 'Pacific Standard Time');
    assert.equal(timesOf('de-DE').zoneName(start, 'Europe/Berlin', 'short'), 'MEZ');
    assert.equal(timesOf('de-DE').zoneName(start, 'Europe/London', 'long'), 'Mittlere Greenwich-Zeit');
    const newYork = timesOf('de-DE').zoneName(start, 'America/New_York', 'short');
    assert.equal(newYork, 'GMT\u22125', 'not a hyphen, after which a line can end');
  });

  it('that began on another day says so', () => {
    const british = timesOf('en-GB');
    assert.equal(british.since(start, zone, Date.parse(end)), '09:00');
    assert.equal(plain(british.since(start, zone, Date.parse(nextDay))), 'Sat 14 Nov, 09:00');
  });
});

describe('a week', () => {
  it('begins where the reader’s does', () => {
    assert.equal(firstWeekday('en-US'), 6);
    assert.equal(firstWeekday('en-GB'), 0);
    assert.equal(firstWeekday('de-DE'), 0);
    assert.equal(firstWeekday('ar-EG'), 5);
  });

  it('does so in browsers that don’t say it, too', (t) => {
    const { prototype } = Intl.Locale as unknown as { prototype: Record<string, unknown> };
    const saved = prototype['getWeekInfo'];
    prototype['getWeekInfo'] = undefined;
    t.after(() => {
      prototype['getWeekInfo'] = saved;
    });
    for (const [tag, first] of [
      ['en-US', 6],
      ['en', 6],
      ['en-GB', 0],
      ['de', 0],
      ['ar-EG', 5],
    ] as const)
      assert.equal(firstWeekday(tag), first, tag);
  });
});
