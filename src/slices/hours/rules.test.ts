import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWholeMonths, periodOf } from './rules.ts';

const dates = (from?: string, to?: string) => {
  const period = periodOf(from, to);
  return [period.from, period.until].map((edge) => (edge?.kind === 'day' ? edge.date : edge?.at.toString()));
};

describe('a period', () => {
  it('includes the day or the month that it ends with', () => {
    assert.deepEqual(dates('2026-03-15', '2026-03-31'), ['2026-03-15', '2026-04-01']);
    assert.deepEqual(dates('2026-02', '2026-12'), ['2026-02-01', '2027-01-01']);
    assert.deepEqual(dates('2026-03-15', '2026-03-15'), ['2026-03-15', '2026-03-16']);
  });

  it('takes instants as they are', () => {
    assert.deepEqual(dates('2026-03-15T10:00:00+02:00'), ['2026-03-15T08:00:00Z', undefined]);
  });

  it('knows whether months can answer for it', () => {
    const whole = (from?: string, to?: string) => isWholeMonths(periodOf(from, to));
    assert.equal(whole(), true);
    assert.equal(whole('2026-01-01', '2026-03-31'), true);
    assert.equal(whole('2026-01-01', '2026-03-30'), false);
    assert.equal(whole('2026-01-01T00:00:00Z'), false);
  });

  it('is refused when it is none, upside down, or beyond all reason', () => {
    for (const [from, to] of [
      ['yesterday', undefined],
      ['2026-02-30', undefined],
      ['2026-13', undefined],
      ['2026-03-15T10:00:00', undefined],
      ['0001-01-01', undefined],
      [undefined, '9999-12-31'],
      ['2026-03-02', '2026-02-28'],
      ['2026-03-02', '2026-03-01'],
      ['2026-02', '2026-01'],
    ] as const)
      assert.throws(() => periodOf(from, to), { name: 'Refusal' }, `${from} ${to}`);
  });
});
