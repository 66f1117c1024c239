import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDateText, isInstantText, isSingleLine } from './iso-texts.ts';

describe('a timestamp', () => {
  it('is taken in the forms that Temporal and PostgreSQL read alike', () => {
    for (const text of [
      '2026-11-14T09:00:00Z',
      '2026-11-14T09:00:00.123456789Z',
      '2026-11-14t09:00:00z',
      '2026-11-14 09:00:00Z',
      '2026-11-14T09:00Z',
      '2026-11-14T09:00:00+05:45',
      '2026-11-14T09:00:00-0330',
      '2026-11-14T09:00:00+14',
      '2026-11-14T09:00:00-00:00',
      '2024-02-29T23:59:59Z',
    ])
      assert.ok(isInstantText(text), text);
  });

  it('is refused in every other', () => {
    for (const text of [
      '2026-11-14T09:00:00.1234567890Z',
      '2026-11-14T09:00:00.12345678901234567Z',
      '2026-11-14T09:00:00,5Z',
      '2026-11-14T09:00:00.Z',
      '2026-11-14T23:59:60Z',
      '2026-11-14T24:00:00Z',
      '2026-11-14T09:60:00Z',
      '2026-02-29T09:00:00Z',
      '2026-13-01T09:00:00Z',
      '2026-00-10T09:00:00Z',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '+002026-11-14T09:00:00Z',
      '-002026-11-14T09:00:00Z',
      '9999-12-31T23:59:59Z',
      '2026-11-14T09:00:00+18:00',
      '2026-11-14T09:00:00+23:59',
      '2026-11-14T09:00:00+02:00:30',
      '2026-11-14T09:00:00',
      '2026-11-14T09:00:00Z[UTC]',
      '2026-11-14T09:00:00+01:00[Europe/Berlin]',
      '20261114T090000Z',
      '2026-11-14T09Z',
      '2026-11-14\n09:00:00Z',
      '2026-11-14T09:00:00Z\n',
      ' 2026-11-14T09:00:00Z',
      '2026-318T09:00:00Z',
      '2026-W46-6T09:00:00Z',
      '٢٠٢٦-11-14T09:00:00Z',
      'now',
      'infinity',
      '1e300',
      '',
    ])
      assert.ok(!isInstantText(text), text);
  });
});

describe('a date', () => {
  it('is a day of the calendar with a year of four digits', () => {
    for (const text of ['2026-11-14', '2024-02-29']) assert.ok(isDateText(text), text);
    for (const text of [
      '2026-02-29',
      '0000-01-01',
      '2026-11-14T00:00:00Z',
      '20261114',
      '-002026-11-14',
      'today',
    ])
      assert.ok(!isDateText(text), text);
  });
});

describe('a single line', () => {
  it('may hold every letter and sign of every language', () => {
    for (const text of ['Ada Lovelace', 'Zoë 👩‍👩‍👧', 'علی‌رضا', 'עדה \u200f', ''])
      assert.ok(isSingleLine(text), text);
  });

  it('holds no line break, control character or change of direction', () => {
    for (const one of [
      '\n',
      '\r',
      '\t',
      '\u0000',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u202e',
      '\u2066',
    ])
      assert.ok(!isSingleLine(`a${one}b`), JSON.stringify(one));
  });
});
