import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { toXlsx } from './xlsx.ts';

/** Reads the archive by its directory, as a spreadsheet does. */
function unzip(file: Buffer): Map<string, string> {
  const tail = file.length - 22;
  const files = new Map<string, string>();
  let at = file.readUInt32LE(tail + 16);
  for (let left = file.readUInt16LE(tail + 10); left > 0; left -= 1) {
    const [packed, nameLength, start] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const data = start + 30 + nameLength;
    files.set(name, inflateRawSync(file.subarray(data, data + packed)).toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}

describe('XLSX', () => {
  it('holds texts, numbers, days and empty cells', async () => {
    const day = Temporal.PlainDate.from('2026-03-31');
    const file = await toXlsx(
      'People: all',
      ['Name', 'Hours', 'Day'],
      [
        ['Ada & "B" <c>', 1.5, day],
        [null, 0, null],
      ],
    );
    const files = unzip(file);
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    assert.match(sheet, /Ada &amp; &quot;B&quot; &lt;c&gt;/);
    assert.match(sheet, /<c><v>1.5<\/v><\/c><c s="2"><v>46112<\/v><\/c>/);
    assert.match(sheet, /<row r="3"><c\/><c><v>0<\/v><\/c><c\/><\/row>/);
    assert.match(files.get('xl/workbook.xml') ?? '', /name="People {2}all"/);
    assert.equal(files.size, 6);
  });

  it('writes what looks like a formula as a text, and drops what XML cannot hold', async () => {
    const sheet = unzip(await toXlsx('x', ['a'], [['=1+1'], ['b\u0000\ud800c']])).get(
      'xl/worksheets/sheet1.xml',
    );
    assert.match(sheet ?? '', /t="inlineStr"><is><t xml:space="preserve">=1\+1</);
    assert.match(sheet ?? '', />b\ufffdc</);
    assert.doesNotMatch(sheet ?? '', /<f>/);
  });
});
