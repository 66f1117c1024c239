import { toCsv } from './csv.ts';
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
  readonly rows: readonly (readonly Cell[])[];
}

/** A list as a file to download. */
export async function fileOf(format: FileFormat, { name, title, header, rows }: Sheet): Promise<RawAnswer> {
  const body =
    format === 'xlsx'
      ? await toXlsx(title, header, rows)
      : // Excel takes a file without this mark for the local code page.
        `\uFEFF${toCsv(header, rows.map(written))}`;
  const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : fileTypes.xlsx;
  return new RawAnswer(type, body, { 'content-disposition': `attachment; filename="${name}.${format}"` });
}

function written(cells: readonly Cell[]) {
  return cells.map((cell) => (cell !== null && typeof cell === 'object' ? cell.toString() : cell));
}
