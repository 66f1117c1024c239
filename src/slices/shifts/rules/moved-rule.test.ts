import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { movedRule } from './moved-rule.ts';

const moved = (rule: string, from: string, to: string) =>
  movedRule(rule, Temporal.PlainDate.from(from), Temporal.PlainDate.from(to));

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
});
