import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { movedRule } from './moved-rule.ts';

const moved = (rule: string, from: string, to: string) =>
  movedRule(rule, Temporal.PlainDateTime.from(from), Temporal.PlainDateTime.from(to), 'Europe/Berlin');

describe('the rule of a series that moves to another day', () => {
  it('names the new weekdays', () => {
    assert.equal(moved('FREQ=WEEKLY;BYDAY=WE', '2027-05-19', '2027-05-20'), 'FREQ=WEEKLY;BYDAY=TH');
    assert.equal(
      moved('FREQ=WEEKLY;BYDAY=MO,SU;COUNT=9', '2027-05-17', '2027-05-16'),
      'FREQ=WEEKLY;BYDAY=SU,SA;COUNT=9',
    );
    assert.equal(moved('FREQ=WEEKLY;BYDAY=WE', '2027-05-19', '2027-06-02'), 'FREQ=WEEKLY;BYDAY=WE');
  });

  it('names the new day of the month, counted from the same side', () => {
    assert.equal(
      moved('FREQ=MONTHLY;BYMONTHDAY=15', '2027-05-15', '2027-05-16'),
      'FREQ=MONTHLY;BYMONTHDAY=16',
    );
    assert.equal(
      moved('FREQ=MONTHLY;BYMONTHDAY=31', '2027-05-31', '2027-06-01'),
      'FREQ=MONTHLY;BYMONTHDAY=1',
    );
    assert.equal(
      moved('FREQ=MONTHLY;BYMONTHDAY=-1', '2027-05-31', '2027-05-30'),
      'FREQ=MONTHLY;BYMONTHDAY=-2',
    );
    assert.equal(moved('FREQ=MONTHLY;BYDAY=2WE', '2027-05-12', '2027-05-20'), 'FREQ=MONTHLY;BYDAY=3TH');
    assert.equal(moved('FREQ=MONTHLY;BYDAY=-1WE', '2027-05-26', '2027-05-20'), 'FREQ=MONTHLY;BYDAY=-2TH');
  });

  it('stays where it names no day, the same day, or picks among several', () => {
    for (const rule of [
      'FREQ=WEEKLY',
      'FREQ=DAILY;INTERVAL=2',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ])
      assert.equal(moved(rule, '2027-05-19', '2027-05-20'), rule);
    assert.equal(moved('FREQ=WEEKLY;BYDAY=WE', '2027-05-19', '2027-05-19'), 'FREQ=WEEKLY;BYDAY=WE');
  });

  it('names the new month of a yearly day, but not of a weekday', () => {
    const yearly = 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=31';
    assert.equal(moved(yearly, '2027-05-31', '2027-06-01'), 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1');
    const weekly = 'FREQ=WEEKLY;BYMONTH=6;BYDAY=TU';
    assert.equal(moved(weekly, '2027-06-01', '2027-05-31'), 'FREQ=WEEKLY;BYMONTH=6;BYDAY=MO');
    const ofTheYear = 'FREQ=YEARLY;BYDAY=20MO';
    assert.equal(moved(ofTheYear, '2027-05-17', '2027-05-18'), ofTheYear);
  });

  it('names the new times of the day', () => {
    const rule = 'FREQ=DAILY;BYHOUR=8,12,23;BYMINUTE=30';
    assert.equal(moved(rule, '2027-05-19T08:30', '2027-05-19T09:30'), 'FREQ=DAILY;BYHOUR=9,13,0;BYMINUTE=30');
    assert.equal(
      moved(rule, '2027-05-19T08:30', '2027-05-19T08:15'),
      'FREQ=DAILY;BYHOUR=8,12,23;BYMINUTE=15',
    );
    assert.equal(
      moved('FREQ=DAILY;BYHOUR=8,12', '2027-05-19T08:30', '2027-05-19T07:45'),
      'FREQ=DAILY;BYHOUR=7,11',
    );
  });

  it('excludes what it excluded', () => {
    const rule = [
      'RRULE:FREQ=WEEKLY;BYDAY=WE',
      'EXDATE;VALUE=DATE:20271222',
      'EXDATE:20271229T180000,20280105T170000Z',
      'EXDATE;TZID=Europe/London:20280112T170000',
    ].join('\n');
    assert.equal(
      moved(rule, '2027-05-19T18:00', '2027-05-20T18:30'),
      'RRULE:FREQ=WEEKLY;BYDAY=TH\nEXDATE:20271223,20271230T183000,20280106T183000,20280113T183000',
    );
  });

  it('excludes the same times of its clock in another zone', () => {
    assert.equal(
      moved('FREQ=DAILY\nEXDATE:20271229T170000Z,20271231', '2027-05-19T18:00', '2027-05-19T18:00'),
      'FREQ=DAILY\nEXDATE:20271229T180000,20271231',
    );
  });
});
