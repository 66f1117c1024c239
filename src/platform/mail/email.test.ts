import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localeOf } from '#platform/language/index.ts';
import { clocksDiffer, formatShort, formatSpan, zoneName } from '#platform/language/moments.ts';
import { renderEmail } from './email.ts';

/** Typographers' spaces look the same and differ between versions of the data. */
const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');

describe('a time', () => {
  const span = (start: string, hours: number) => {
    const from = Temporal.Instant.from(start);
    return { start: from, end: from.add({ hours }) };
  };

  it('is said on the clock of a place, in the words of a language', () => {
    const saturday = span('2026-11-14T14:00:00Z', 4);
    const berlin = plain(formatSpan('de-DE', saturday, 'Europe/Berlin', saturday.start));
    assert.equal(berlin, 'Sa., 14. Nov., 15:00–19:00 Uhr (Mitteleuropäische Zeit)');
    const newYork = plain(formatSpan('en-US', saturday, 'America/New_York', saturday.start));
    assert.equal(newYork, 'Sat, Nov 14, 9:00 AM – 1:00 PM (Eastern Time)');
    assert.equal(
      plain(formatShort('en-US', saturday.start, 'America/New_York', saturday.start)),
      'Sat, Nov 14, 9:00 AM',
    );
  });

  it('looks as on the reader’s screen, by where the reader is', () => {
    assert.equal(localeOf('en', 'America/Chicago'), 'en-US');
    assert.equal(localeOf('en', 'Europe/London'), 'en-GB');
    assert.equal(localeOf('en', 'Australia/Perth'), 'en-AU');
    assert.equal(localeOf('de', 'America/Chicago'), 'de');
    const { start } = span('2026-11-14T09:00:00Z', 1);
    assert.equal(plain(formatShort('en-GB', start, 'Europe/London', start)), 'Sat 14 Nov, 09:00');
  });

  it('names the year where it isn’t the one in which the text was written', () => {
    const eve = span('2026-12-31T22:30:00Z', 2);
    const said = (written: string, zone: string) =>
      plain(formatSpan('en-GB', eve, zone, Temporal.Instant.from(written)));
    assert.equal(said('2026-11-14T09:00:00Z', 'America/New_York'), 'Thu 31 Dec, 17:30–19:30 (Eastern Time)');
    assert.match(
      said('2026-11-14T09:00:00Z', 'Europe/Berlin'),
      /Thu,? 31 Dec 2026, 23:30 – Fri,? 1 Jan 2027, 01:30/,
    );
    const newYear = Temporal.Instant.from('2027-01-02T14:00:00Z');
    const inNovember = Temporal.Instant.from('2026-11-14T09:00:00Z');
    assert.equal(
      plain(formatShort('de-DE', newYear, 'Europe/Berlin', inNovember)),
      'Sa., 2. Jan. 2027, 15:00',
    );
    assert.equal(plain(formatShort('de-DE', newYear, 'Europe/Berlin', newYear)), 'Sa., 2. Jan., 15:00');
  });

  it('names zones as people do, never as an offset', () => {
    for (const zone of Intl.supportedValuesOf('timeZone').filter((one) => !/^Etc\/|UTC|GMT/.test(one)))
      for (const locale of ['en-US', 'de-DE'])
        assert.doesNotMatch(zoneName(locale, zone), /GMT|UTC|^$/, zone);
    assert.equal(zoneName('en-US', 'UTC'), 'UTC');
  });

  it('names both days when it passes midnight', () => {
    const evening = span('2026-11-14T21:00:00Z', 8);
    const night = plain(formatSpan('en-GB', evening, 'Europe/Berlin', evening.start));
    assert.match(night, /Sat 14 Nov, 22:00 – Sun 15 Nov, 06:00/);
  });

  it('is the same in two zones whose clocks agree at that moment', () => {
    const summer = Temporal.Instant.from('2026-07-01T12:00:00Z');
    assert.equal(clocksDiffer(summer, 'Europe/Berlin', 'Europe/Paris'), false);
    assert.equal(clocksDiffer(summer, 'Europe/Berlin', 'Europe/London'), true);
  });
});

describe('an email', () => {
  it('says the same as text and as HTML, and lets nothing be smuggled into either', () => {
    const { text, html } = renderEmail({
      language: 'en',
      subject: 'S <1>',
      greeting: 'Hello <b>Ada</b>,',
      paragraphs: ['One & two'],
      facts: [['Where', '"><script>']],
      entries: [{ label: 'Shift', note: 'free', url: 'https://x.org/1' }],
      actions: [{ label: 'Go', url: 'https://x.org/?a=1&b="' }],
      footer: 'Because.',
      footerLinks: [],
    });
    assert.match(text, /Hello <b>Ada<\/b>,\n\nOne & two\n\nWhere: "><script>\n\n\* Shift\n {2}free/);
    assert.doesNotMatch(html, /<script|<b>|<img|b="/);
    assert.match(html, /href="https:\/\/x\.org\/\?a=1&amp;b=&quot;"/);
    assert.match(html, /<th scope="row">Where<\/th>/);
    assert.match(html, /<body>\n<div style="display:none[^>]*>One &amp; two<\/div>\n<p>Hello/);
  });
});
