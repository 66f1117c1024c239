import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timesOf } from '../../time/formats.ts';
import { answerText, wallClock } from './answer-text.ts';

const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');
const shown = (format: string, value: unknown, tag: string, zone = 'America/New_York') =>
  plain(answerText(format, value, timesOf(tag), zone));

describe('an answer to a question about time', () => {
  it('is read in the reader’s format', () => {
    assert.equal(shown('date', '2026-11-14', 'en-US'), 'November 14, 2026');
    assert.equal(shown('date', '2026-11-14', 'de-DE'), '14. November 2026');
    assert.equal(shown('time', '14:30:00+01:00', 'en-US'), '2:30 PM');
    assert.equal(shown('time', '14:30:00Z', 'de-DE'), '14:30');
  });

  it('keeps the clock of who answered, whatever zone the reader is in', () => {
    assert.equal(shown('date-time', '2026-11-14T14:30:00+01:00', 'en-US'), 'November 14, 2026, 2:30 PM');
    assert.deepEqual(wallClock('2026-11-14T14:30:00+01:00'), { text: '2026-11-14T14:30', isLocal: true });
  });

  it('that is only an instant is read on the clock of the reader', () => {
    assert.equal(shown('date-time', '2026-11-14T13:30:00.000Z', 'en-US'), 'November 14, 2026, 8:30 AM');
  });

  it('that is something else is left as it is', () => {
    for (const [format, value] of [
      ['date', 'soon'],
      ['time', 'noon'],
      ['date-time', '2026-99-99T10:00'],
      ['', 7],
    ] as const)
      assert.equal(shown(format, value, 'en-US'), String(value));
  });
});
