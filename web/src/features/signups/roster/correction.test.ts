import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CorrectionValues, clockText, correctionOf } from './correction.ts';

const zone = 'Europe/Berlin';
/** The second 2:30 of the night when clocks go back. */
const scanned = '2026-10-25T01:30:37.120Z';
const shown: CorrectionValues = {
  status: 'checked_out',
  checked_in_at: clockText(scanned, zone),
  checked_out_at: clockText('2026-10-25T05:00:12.000Z', zone),
  minutes: '',
  note: '',
  reason: '',
};

describe('a correction in the app', () => {
  it('sends no time that no one has changed, so a note leaves what was scanned and verified', () => {
    assert.equal(shown.checked_in_at, '2026-10-25T02:30');
    assert.deepEqual(correctionOf(shown, { ...shown, note: ' Thanks ' }, zone), {
      status: 'checked_out',
      note: 'Thanks',
    });
  });

  it('sends the times, minutes and reason that were entered', () => {
    const values = { ...shown, checked_out_at: '2026-10-25T05:30', minutes: 90, reason: 'Left early' };
    assert.deepEqual(correctionOf(shown, values, zone), {
      status: 'checked_out',
      checked_out_at: '2026-10-25T04:30:00.000Z',
      minutes: 90,
      note: null,
      reason: 'Left early',
    });
  });

  it('sends no times for people who were not there', () => {
    const values = { ...shown, status: 'no_show', checked_in_at: '2026-10-25T05:30' } as const;
    assert.deepEqual(correctionOf(shown, values, zone), { status: 'no_show', note: null });
  });
});
