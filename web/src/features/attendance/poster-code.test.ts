import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { posterCodeOf } from './poster-code.ts';

const code = 'mp1.7.abcdefghij_klmnopqrs-t';

describe('the code of a poster', () => {
  it('is found in the address that a camera reads, and as it is typed', () => {
    const expected = { shiftId: 7, code };
    assert.deepEqual(posterCodeOf(`https://muster.example/shifts/7?code=${code}`), expected);
    assert.deepEqual(posterCodeOf(` ${code} `), expected);
  });

  it('is none where something else was scanned', () => {
    for (const text of [
      '',
      'https://example.org',
      'mc1.7.29.abcdefghijklmn',
      'WIFI:S:hall;;',
      'mp1.x.abcdefghijkl',
    ])
      assert.equal(posterCodeOf(text), undefined);
  });
});
