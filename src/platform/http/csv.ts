import { inTurns, type Rows } from './in-turns.ts';

export type CsvCell = string | number | null;

/** RFC 4180: a header, lines that end with CRLF, quotes where they are needed. */
export async function* toCsv(
  header: readonly string[],
  rows: Rows<readonly CsvCell[]>,
): AsyncGenerator<string> {
  yield csvLine(header);
  for await (const row of inTurns(rows)) yield csvLine(row);
}

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run a cell that begins like a formula; an apostrophe before it makes it a text. */
function harmless(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

const formulaLike = /^\s*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** The text as it was before: a file that Muster wrote comes back as it left. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && formulaLike.test(text.slice(1)) ? text.slice(1) : text;
}
