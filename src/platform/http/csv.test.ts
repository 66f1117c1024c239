import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCsv } from './csv.ts';
import { bytesOf } from './in-turns.ts';

const csvOf = async (...given: Parameters<typeof toCsv>) => String(await bytesOf(toCsv(...given)));

describe('CSV', () => {
  it('quotes what needs it and ends lines with CRLF', async () => {
    assert.equal(
      await csvOf(
        ['name', 'minutes'],
        [
          ['Ada "A" Li, jr', 5],
          ['two\nlines', 0],
          [null, -5],
        ],
      ),
      'name,minutes\r\n"Ada ""A"" Li, jr",5\r\n"two\nlines",0\r\n,-5\r\n',
    );
  });

  it('disarms what a spreadsheet would run', async () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\t=1', ' =1', '＝1'])
      assert.match(await csvOf([], [[text]]), /^\r\n"?'/, text);
    assert.equal(await csvOf([], [['Anne-Marie']]), '\r\nAnne-Marie\r\n');
  });
});
