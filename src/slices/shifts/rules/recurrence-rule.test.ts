import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseRecurrence } from './recurrence-rule.ts';

describe('reading a recurrence', () => {
  it('takes a bare rule, one with its name, and lines of EXDATE', () => {
    const bare = parseRecurrence('FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4');
    assert.deepEqual(parseRecurrence('rrule:freq=weekly;byday=mo,we;count=4'), bare);
    assert.deepEqual(bare.rule?.byDay, [
      { weekday: 1, nth: 0 },
      { weekday: 3, nth: 0 },
    ]);
    const text =
      'RRULE:FREQ=DAILY;UNTIL=20261231\r\nEXDATE:20261224T080000Z\nEXDATE;TZID=Europe/Berlin:20261225T090000\nEXDATE;VALUE=DATE:20261226,20261227\n';
    assert.deepEqual(parseRecurrence(text).rule?.exdates.map(String), [
      '2026-12-24T08:00:00Z',
      '2026-12-25T08:00:00Z',
      '2026-12-26',
      '2026-12-27',
    ]);
  });

  for (const text of [
    '',
    'every monday',
    'BYDAY=MO',
    'FREQ=HOURLY',
    'FREQ=MINUTELY;COUNT=3',
    'FREQ=SECONDLY',
    'FREQ=FORTNIGHTLY',
    'FREQ=DAILY;COLOUR=RED',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;COUNT=501',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=-1',
    'FREQ=DAILY;COUNT=1,2',
    'FREQ=DAILY;COUNT=1e2',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=99999999999',
    'FREQ=DAILY;COUNT=3;UNTIL=20270101',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=MONTHLY;BYDAY=0MO',
    'FREQ=WEEKLY;BYMONTHDAY=3',
    'FREQ=MONTHLY;BYWEEKNO=3',
    'FREQ=DAILY;BYYEARDAY=3',
    'FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=DAILY;BYHOUR=24',
    'FREQ=DAILY;BYSETPOS=1',
    'FREQ=WEEKLY;WKST=XX',
    `FREQ=DAILY;BYMINUTE=${Array.from({ length: 60 }, (_, minute) => minute).join(',')}`,
    `FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(300)}1`,
    'FREQ=DAILY\nFREQ=WEEKLY',
    'DTSTART:20260101T090000Z\nRRULE:FREQ=DAILY',
    'FREQ=DAILY\nEXDATE;TZID=Mars/Olympus:20261225T090000',
    'FREQ=DAILY\nEXDATE;TZID=Europe/Berlin',
  ]) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}`, () => {
      const { rule, errors } = parseRecurrence(text);
      assert.equal(rule, null);
      assert.ok(
        errors.length > 0 && errors.every(({ path, code }) => path === 'recurrence' && code === 'recurrence'),
      );
    });
  }

  it('never throws, whatever the text', () => {
    const words = fc.constantFrom(
      'FREQ=',
      'DAILY',
      ';',
      'BYDAY=',
      'MO',
      ',',
      '-1',
      'UNTIL=',
      '2026',
      'EXDATE',
      ':',
      '\n',
      'Z',
      'T09',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => void parseRecurrence(text)),
      { numRuns: 500 },
    );
  });
});
