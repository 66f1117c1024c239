import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Period, partsOf, periodOf } from './rules.ts';

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

  it('knows for which part of it months can answer', () => {
    const text = ({ from, until }: Period) =>
      [from, until].map((edge) => (edge?.kind === 'day' ? edge.date : (edge?.at.toString() ?? ''))).join('/');
    const parts = (from?: string, to?: string) => {
      const { months, rest } = partsOf(periodOf(from, to));
      return [months && text(months), ...rest.map(text)];
    };
    assert.deepEqual(parts(), ['/']);
    assert.deepEqual(parts('2026-01-01', '2026-03-31'), ['2026-01-01/2026-04-01']);
    assert.deepEqual(parts('2026-01-01', '2026-03-30'), ['2026-01-01/2026-03-01', '2026-03-01/2026-03-31']);
    assert.deepEqual(parts('2025-12-31', '2026-03-01'), [
      '2026-01-01/2026-03-01',
      '2025-12-31/2026-01-01',
      '2026-03-01/2026-03-02',
    ]);
    assert.deepEqual(parts('2026-01-15'), ['2026-02-01/', '2026-01-15/2026-02-01']);
    assert.deepEqual(parts(undefined, '2026-01-15'), ['/2026-01-01', '2026-01-01/2026-01-16']);
    assert.deepEqual(parts('2026-01-15', '2026-02-15'), [null, '2026-01-15/2026-02-16']);
    assert.deepEqual(parts('2026-01-01T00:00:00Z'), [null, '2026-01-01T00:00:00Z/']);
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
