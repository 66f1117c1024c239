import { type CsvCell, toCsv } from './csv.ts';
import { bytesOf, type Rows } from './in-turns.ts';
import { RawAnswer } from './route.ts';
import { type Cell, toXlsx } from './xlsx.ts';

export type { Cell } from './xlsx.ts';

/** Formats of a file for a spreadsheet. */
export const fileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type FileFormat = keyof typeof fileTypes;

export interface Sheet {
  /** Without its extension. */
  readonly name: string;
  readonly title: string;
  readonly header: readonly string[];
  /** Made one after the other where there can be many, so that making them never holds up other requests. */
  readonly rows: Rows<readonly Cell[]>;
}

/** A list as a file to download. */
export async function fileOf(format: FileFormat, { name, title, header, rows }: Sheet): Promise<RawAnswer> {
  const body = format === 'xlsx' ? await toXlsx(title, header, rows) : await bytesOf(markedCsv(header, rows));
  const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : fileTypes.xlsx;
  return new RawAnswer(type, body, { 'content-disposition': `attachment; filename="${name}.${format}"` });
}

async function* markedCsv(header: readonly string[], rows: Rows<readonly Cell[]>): AsyncGenerator<string> {
  // Excel takes a file without this mark for the local code page.
  yield '\uFEFF';
  yield* toCsv(header, eachWritten(rows));
}

async function* eachWritten(rows: Rows<readonly Cell[]>): AsyncGenerator<readonly CsvCell[]> {
  for await (const cells of rows)
    yield cells.map((cell) => (cell !== null && typeof cell === 'object' ? cell.toString() : cell));
}
