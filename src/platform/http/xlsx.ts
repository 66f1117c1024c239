import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { bytesOf, inTurns, type Rows } from './in-turns.ts';

export type Cell = string | number | Temporal.PlainDate | null;

/**
 * A workbook with one sheet: a header that stays in view, and rows of texts, numbers and days. Texts are written as
 * texts, so no spreadsheet takes one for a formula.
 *
 * Ours, in about 100 lines, because Node brings what it takes (deflate, CRC-32) and this is all we need of the format.
 * exceljs 4.4 needs nine packages and what they need in turn; write-excel-file 4.1 brings a deflate in JavaScript.
 */
export async function toXlsx(
  title: string,
  header: readonly string[],
  rows: Rows<readonly Cell[]>,
): Promise<Buffer> {
  const longestCells = header.map((name) => Math.max(name.length, 8));
  const head = `<row r="1">${header.map((name) => textCell(name, 1)).join('')}</row>`;
  async function* written(): AsyncGenerator<string> {
    let count = 0;
    for await (const row of inTurns(rows)) {
      if (count < rowsForWidths)
        for (const [column, longest] of longestCells.entries())
          longestCells[column] = Math.max(longest, lengthOf(row[column]));
      count += 1;
      yield `<row r="${count + 1}">${row.map(cellOf).join('')}</row>`;
    }
  }
  const body = await bytesOf(written());
  const columns = longestCells.map(
    (length, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, length + 2)}" customWidth="1"/>`,
  );
  const before = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${head}`;
  const sheet = Buffer.concat([Buffer.from(before), body, Buffer.from('</sheetData></worksheet>')]);
  return await zip({
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheet,
  });
}

/** The first rows say how wide a column has to be. */
const rowsForWidths = 200;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function relations(...parts: readonly (readonly [type: string, target: string])[]): string {
  const lines = parts.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/relationships/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`;
}

function cellOf(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return typeof cell === 'string' ? textCell(cell, 0) : `<c s="2"><v>${dayNumber(cell)}</v></c>`;
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Days since the last one of 1899, as spreadsheets count them. */
function dayNumber(day: Temporal.PlainDate): number {
  return Temporal.PlainDate.from('1899-12-30').until(day).days;
}

/** The most that a cell holds. */
const longest = 32_767;

/** XML has no way to write control characters and lone surrogates. */
function escaped(text: string): string {
  return (
    text
      .slice(0, longest)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

const sheetName = (title: string) => title.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31);

function lengthOf(cell: Cell | undefined): number {
  return cell === null || cell === undefined ? 0 : String(cell).length;
}

const deflate = promisify(deflateRaw);

/** ZIP archive: each file with its header, then the list of all. The year 1980, so that the same list is the same file. */
async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, file] of Object.entries(files)) {
    const content = typeof file === 'string' ? Buffer.from(file) : file;
    const packed = await deflate(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    list.push(Buffer.from('PK\x01\x02\x14\x00'), facts, end, Buffer.from(name));
    parts.push(Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed);
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const count = Object.keys(files).length;
  const directory = Buffer.concat(list);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06');
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(directory.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, tail]);
}
