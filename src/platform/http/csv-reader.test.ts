import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { Refusal } from '#kernel/refusal.ts';
import { toCsv } from './csv.ts';
import { readColumns } from './csv-columns.ts';
import { readCsv } from './csv-reader.ts';
import { bytesOf } from './in-turns.ts';
import type { BodySource } from './read-body.ts';

type Bytes = string | Buffer;

/** A file that arrives in pieces of so many bytes. */
function sent(file: Bytes, pieceBytes = 65_536): BodySource {
  const bytes = Buffer.from(file as string);
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  return Object.assign(Readable.from(pieces(), { objectMode: false }), { headers: {} });
}

const read = (file: Bytes, mostRows = 100, pieceBytes?: number) => readCsv(sent(file, pieceBytes), mostRows);

async function refusalOf(file: Bytes, mostRows?: number) {
  const refusal = await read(file, mostRows).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(refusal instanceof Refusal, String(refusal));
  const [{ code, params } = { code: undefined, params: undefined }] = refusal.errors;
  return [refusal.code, code, params];
}

const wrong = (code: string, params: object = {}) => ['validation_failed', code, params];

describe('a CSV file', () => {
  it('is read with commas, semicolons or tabs, whichever its header has', async () => {
    for (const separator of [',', ';', '\t']) {
      const { header, rows } = await read(`title${separator}place\na${separator}b\n`);
      assert.deepEqual(header, ['title', 'place']);
      assert.deepEqual(rows, [{ line: 2, cells: ['a', 'b'] }]);
    }
    const { header } = await read('"Name, title";when;where\na;b;c');
    assert.deepEqual(header, ['Name, title', 'when', 'where']);
    assert.deepEqual((await read('email\nada@example.org\n')).header, ['email']);
  });

  it('says where each entry starts, with any line ends, blank lines and quoted line breaks', async () => {
    const lines = ['', 'a;b', '1;"one', 'two"', '', ';', '2;x', '   ', '3;"y"'];
    for (const end of ['\n', '\r\n', '\r'])
      for (const pieceBytes of [1, 2, 7, 65_536])
        assert.deepEqual(
          (await read(lines.join(end), 100, pieceBytes)).rows,
          [
            { line: 3, cells: ['1', 'one\ntwo'] },
            { line: 7, cells: ['2', 'x'] },
            { line: 9, cells: ['3', 'y'] },
          ],
          JSON.stringify([end, pieceBytes]),
        );
  });

  it('may mix line ends, and have quotes inside of cells', async () => {
    const { rows } = await read('a,b\r\n"He said ""hi""",6" of snow\n1,2\r3,4');
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['He said "hi"', '6" of snow'],
        ['1', '2'],
        ['3', '4'],
      ],
    );
  });

  it('may have line breaks in the names of its columns, and quotes', async () => {
    for (const pieceBytes of [1, 7, 65_536]) {
      const broken = await read('"Start\n(Datum, Zeit)";"Ende";6" Schnee\n1;2;3', 100, pieceBytes);
      assert.deepEqual(broken.header, ['Start\n(Datum, Zeit)', 'Ende', '6" Schnee']);
      assert.deepEqual(broken.rows, [{ line: 3, cells: ['1', '2', '3'] }]);
      const { header } = await read('"a "";;;"" b",c\n1,2', 100, pieceBytes);
      assert.deepEqual(header, ['a ";;;" b', 'c']);
    }
  });

  it('may say for Excel what is between its cells', async () => {
    for (const separator of [';', ',', '\t']) {
      const file = `sep=${separator}\r\ntitle${separator}place\r\na${separator}b\r\n`;
      const { header, rows } = await read(file);
      assert.deepEqual([header, rows], [['title', 'place'], [{ line: 3, cells: ['a', 'b'] }]]);
    }
  });

  it('may start with a byte order mark, and be cut anywhere', async () => {
    for (const pieceBytes of [1, 2, 3, 5]) {
      const { header, rows } = await read('\uFEFFTitel,Ort\nBürgerfest 🎉,Köln', 100, pieceBytes);
      assert.deepEqual(
        [header, rows[0]?.cells],
        [
          ['Titel', 'Ort'],
          ['Bürgerfest 🎉', 'Köln'],
        ],
      );
    }
  });

  it('explains how to save it if it is not UTF-8', async () => {
    const text = 'Titel;Ort\nBürgerfest;Köln\n';
    for (const file of [
      Buffer.from(text, 'latin1'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
      Buffer.from('a,b\n1,\0'),
      Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xe2, 0x82])]),
    ])
      assert.deepEqual(await refusalOf(file), wrong('csv_encoding'));
    assert.deepEqual(await refusalOf(Buffer.from('PK\x03\x04rest')), wrong('csv_workbook'));
  });

  it('is refused if there is nothing in it', async () => {
    for (const file of ['', '\uFEFF', '\n\n \n', ';;;\n'])
      assert.deepEqual(await refusalOf(file), wrong('csv_empty'), file);
    assert.deepEqual(await refusalOf('a,b\n\n,\n'), wrong('csv_no_rows'));
  });

  it('has bounds for lines, columns and the length of a line', async () => {
    assert.equal((await read(`a\n${'x\n'.repeat(5)}`, 5)).rows.length, 5);
    assert.deepEqual(await refusalOf(`a\n${'x\n'.repeat(6)}`, 5), wrong('csv_too_many_rows', { limit: 5 }));
    assert.deepEqual(
      await refusalOf(`a\n${'\n'.repeat(20_001)}`),
      wrong('csv_too_many_rows', { limit: 20_000 }),
    );
    assert.deepEqual(
      await refusalOf(`${'a,'.repeat(100)}b\n1`),
      wrong('csv_too_many_columns', { limit: 100 }),
    );
    assert.deepEqual(
      await refusalOf(`a,b\n1,2\n${','.repeat(200)}`),
      wrong('csv_too_many_columns', { limit: 100 }),
    );
    const long = `a,b\n1,2\n3,"${'xxxxx\n'.repeat(15_000)}"`;
    assert.deepEqual(await refusalOf(long), wrong('csv_line_too_long', { line: 3, limit: 65_536 }));
    assert.deepEqual(await refusalOf('a,b\n1,"open\n2,3'), wrong('csv_quote', { line: 2 }));
  });

  it('stops at the first byte that is wrong, without reading the rest', async () => {
    let pieces = 0;
    const endless = async function* () {
      yield Buffer.from('a,b\n');
      for (;;) {
        pieces += 1;
        yield Buffer.from('1,2\n');
      }
    };
    const source = Object.assign(Readable.from(endless(), { objectMode: false, highWaterMark: 1 }), {
      headers: {},
    });
    await assert.rejects(readCsv(source, 10), /csv_too_many_rows/);
    source.destroy();
    assert.ok(pieces < 20, String(pieces));
  });

  it('loses the apostrophe with which our own files disarm formulas', async () => {
    const texts = ['=1+1', '+49 30 1', '-5 °C', '@all', "'quoted'", 'Anne-Marie'];
    const rows = texts.map((text, at) => [text, at]);
    const file = await bytesOf(toCsv(['text', 'n'], rows));
    assert.deepEqual(
      (await read(`\uFEFF${file}`)).rows.map(({ cells }) => cells[0]),
      texts,
    );
  });

  it('is the same for an Idempotency-Key if its bytes are the same, however they arrive', async () => {
    const [one, other, changed] = await Promise.all([
      read('a,b\n1,2', 100, 1),
      read('a,b\n1,2'),
      read('a,b\n1,3'),
    ]);
    assert.equal(JSON.stringify(one), JSON.stringify(other));
    assert.notEqual(JSON.stringify(one), JSON.stringify(changed));
  });
});

describe('the columns of a CSV file', () => {
  const known = { title: ['title', 'Titel'], start: ['start', 'starts_at', 'Beginn'] };

  it('are found in any order and spelling, and the others are named', async () => {
    const file = await read('STARTS AT,Wetter,titel,,\n9:00,mild,Gate,,x');
    const { records, names, ignored } = readColumns(file, known);
    assert.deepEqual(records[0]?.texts, { start: '9:00', title: 'Gate' });
    assert.deepEqual(
      [...names],
      [
        ['start', 'STARTS AT'],
        ['title', 'titel'],
      ],
    );
    assert.deepEqual(ignored, ['Wetter', 'E']);
  });

  it('are named if they are missing', async () => {
    const file = await read('Titel;Wetter\na;b');
    assert.throws(() => readColumns(file, known, ['title', 'start']), /csv_column_missing/);
  });

  it('are each there once', async () => {
    const file = await read('Titel;Title;Beginn\na;b;c');
    assert.throws(() => readColumns(file, known), /csv_columns_twice/);
  });

  it('report lines with more or fewer cells', async () => {
    const file = await read('title,start\na,b,c\na\na,b,,\n');
    const { records } = readColumns(file, known);
    assert.deepEqual(
      records.map(({ line, problem, note }) => [line, problem?.code, note?.code]),
      [
        [2, 'csv_cells_beyond', undefined],
        [3, undefined, 'csv_cells_missing'],
        [4, undefined, undefined],
      ],
    );
  });
});
