import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DateOrder, findDateOrder, readTimeCells, type TimeCells } from './import-times.ts';

const berlin = 'Europe/Berlin';

function times(cells: TimeCells, zone = berlin, order?: DateOrder): string[] {
  const read = readTimeCells(cells, zone, order);
  if (!('start' in read)) return read.map(({ path, code, text }) => `${path} ${code} ${text}`);
  return [read.start, read.end].map((at) => at.toString());
}

const morning = ['2026-12-24T08:00:00Z', '2026-12-24T11:30:00Z'];

describe('the times of a line', () => {
  it('are local ones, however people write them', () => {
    for (const cells of [
      { date: '2026-12-24', start: '09:00', end: '12:30' },
      { date: '24.12.2026', start: '9:00', end: '12.30' },
      { date: '24.12.26', start: '9 Uhr', end: '12:30 Uhr' },
      { date: 'Do., 24. 12. 2026', start: '9', end: '12:30:00' },
      { date: 'Thu 2026-12-24', start: '9:00 AM', end: '12:30 p.m.' },
      { start: '24.12.2026 09:00', end: '24.12.2026 12:30' },
      { start: '2026-12-24T09:00', end: '12:30' },
      { start: '2026-12-24T08:00:00Z', end: '2026-12-24T12:30:00+01:00' },
      { start: '2026-12-24T10:00+02:00', end: '12:30' },
      { date: '2026-12-24', end_date: '24.12.2026', start: '09:00', end: '12:30' },
    ])
      assert.deepEqual(times(cells), morning, JSON.stringify(cells));
  });

  it('go on the next day if the end is earlier, unless the line names the day', () => {
    const night = { date: '2026-12-24', start: '22:00', end: '06:00' };
    assert.deepEqual(times(night), ['2026-12-24T21:00:00Z', '2026-12-25T05:00:00Z']);
    assert.deepEqual(times({ ...night, end: '24:00' }), ['2026-12-24T21:00:00Z', '2026-12-24T23:00:00Z']);
    assert.deepEqual(times({ ...night, end: '0:00' }), ['2026-12-24T21:00:00Z', '2026-12-24T23:00:00Z']);
    assert.deepEqual(times({ ...night, end_date: '26.12.2026' }), [
      '2026-12-24T21:00:00Z',
      '2026-12-26T05:00:00Z',
    ]);
    assert.deepEqual(times({ ...night, end: '22:00' }), ['2026-12-24T21:00:00Z', '2026-12-24T21:00:00Z']);
  });

  it('last as long as the clock says on days when clocks change', () => {
    // March 29, 2026: 02:00 is 03:00. October 25, 2026: 03:00 is 02:00 again.
    assert.deepEqual(times({ date: '29.03.2026', start: '01:00', end: '04:00' }), [
      '2026-03-29T00:00:00Z',
      '2026-03-29T02:00:00Z',
    ]);
    assert.deepEqual(times({ date: '29.03.2026', start: '02:30', end: '03:00' }), [
      '2026-03-29T01:30:00Z',
      '2026-03-29T02:00:00Z',
    ]);
    assert.deepEqual(times({ date: '25.10.2026', start: '01:00', end: '04:00' }), [
      '2026-10-24T23:00:00Z',
      '2026-10-25T03:00:00Z',
    ]);
    assert.deepEqual(times({ date: '25.10.2026', start: '2026-10-25T02:30+01:00', end: '04:00' }), [
      '2026-10-25T01:30:00Z',
      '2026-10-25T03:00:00Z',
    ]);
    assert.deepEqual(times({ date: '2026-03-29', start: '01:00', end: '04:00' }, 'America/New_York'), [
      '2026-03-29T05:00:00Z',
      '2026-03-29T08:00:00Z',
    ]);
  });

  it('have dates with slashes if the file shows which number is the month', () => {
    const hours = { start: '09:00', end: '12:30' };
    assert.deepEqual(times({ ...hours, date: '12/24/2026' }, berlin, 'month'), morning);
    assert.deepEqual(times({ ...hours, date: 'Thu 24/12/26' }, berlin, 'day'), morning);
    const inOneCell = { start: '12/24/2026 9:00 AM', end: '12/24/2026 12:30 PM' };
    assert.deepEqual(times(inOneCell, berlin, 'month'), morning);
    assert.deepEqual(times({ ...hours, date: '24/12/2026' }, berlin, 'month'), [
      'date format shifts.import_date',
    ]);
    assert.deepEqual(times({ ...hours, date: '1/2/2026' }), ['date format shifts.import_date_unclear']);
    assert.deepEqual(times({ start: '1/2/2026 09:00', end: '12:30' }), [
      'start format shifts.import_date_unclear',
    ]);
    const orderOf = (...dates: string[]) => findDateOrder(dates.map((date) => ({ date })));
    assert.equal(orderOf('1/2/2026', '12/24/2026'), 'month');
    assert.equal(orderOf('24/12/2026', '1/2/2026'), 'day');
    assert.equal(orderOf('12/24/2026', '24/12/2026'), undefined);
    assert.equal(orderOf('1/2/2026', '2026-12-24', '24.12.2026'), undefined);
    assert.equal(findDateOrder([{ start: '12/24/26 9:00', end: '' }]), 'month');
  });

  it('have dates with the name of the month, in English or German', () => {
    for (const date of [
      '24-Dec-26',
      '24 Dec 2026',
      '24. Dezember 2026',
      '24.Dez.26',
      'Thu, December 24, 2026',
      'Dec. 24 2026',
      'December 24th, 2026',
      'Do, 24. Dez. 2026',
    ])
      assert.deepEqual(times({ date, start: '09:00', end: '12:30' }), morning, date);
    for (const [start, end] of [
      ['24-Dec-26 9:00 AM', '24-Dec-26 12:30 PM'],
      ['December 24, 2026, 9:00 AM', '12:30 PM'],
    ] as const)
      assert.deepEqual(times({ start, end }), morning, start);
    assert.deepEqual(
      times({ date: '1. März 2026', start: '09:00', end: '10:00' }),
      times({ date: '01-Mrz-26', start: '09:00', end: '10:00' }),
    );
    for (const date of [
      '24-Dex-26',
      '31-Nov-26',
      'Dec 2026',
      '24 De 2026',
      '24 Decembers 2026',
      'Dec 24, 26',
    ])
      assert.deepEqual(
        times({ date, start: '09:00', end: '10:00' }),
        ['date format shifts.import_date'],
        date,
      );
  });

  it('are named by their column if they can’t be read', () => {
    assert.deepEqual(times({ date: '12/24/2026', start: 'morning', end: '' }), [
      'start format shifts.import_time',
      'end required shifts.import_required',
      'date format shifts.import_date_unclear',
    ]);
    assert.deepEqual(times({ start: '09:00', end: '10:00' }), ['date required shifts.import_date_missing']);
    for (const start of [
      '25:00',
      '24:01',
      '9:60',
      '13:00 PM',
      '0:30 AM',
      '-9:00',
      '9:00 9:00',
      '31.02.2026 09:00',
    ])
      assert.deepEqual(
        times({ date: '2026-12-24', start, end: '23:00' }),
        ['start format shifts.import_time'],
        start,
      );
    for (const date of ['2026-02-30', '31.11.2026', '32.1.2026', '2026', '24.12.', '1.1.0026', 'tomorrow'])
      assert.deepEqual(
        times({ date, start: '09:00', end: '10:00' }),
        ['date format shifts.import_date'],
        date,
      );
  });
});
