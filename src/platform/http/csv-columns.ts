import { type FieldError, refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import type { CsvFile, CsvRow } from './csv-reader.ts';

/** The names that a column can have in a file, for each of the columns that are understood. */
export type ColumnNames<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** One entry of a file. */
export interface CsvRecord<Column extends string> {
  readonly line: number;
  /** Without the columns that the file doesn't have. */
  readonly texts: Readonly<Partial<Record<Column, string>>>;
  /** More cells than columns: one of them is not what it seems. */
  readonly problem: FieldError | undefined;
  /** Fewer cells than columns. Excel leaves out empty ones at the end of lines, so this isn't a mistake. */
  readonly note: FieldError | undefined;
}

export interface CsvTable<Column extends string> {
  readonly records: readonly CsvRecord<Column>[];
  /** What the file calls each of its columns. */
  readonly names: ReadonlyMap<Column, string>;
  /** Columns that aren't understood. */
  readonly ignored: readonly string[];
}

/** Finds the columns by their names, in any order and spelling: `Starts at` is `starts_at`. */
export function readColumns<Column extends string>(
  { header, rows }: CsvFile,
  known: ColumnNames<Column>,
  required: readonly NoInfer<Column>[] = [],
): CsvTable<Column> {
  const columns = Object.keys(known) as Column[];
  const byName = new Map(columns.flatMap((column) => known[column].map((name) => [plain(name), column])));
  const found = header.map((name) => byName.get(plain(name)));
  for (const column of columns) {
    const same = header.filter((_, at) => found[at] === column);
    if (same.length > 1) throw refuse(platformErrors.csv_columns_twice('body', { columns: same }));
  }
  const missing = required.find((column) => !found.includes(column));
  if (missing !== undefined)
    throw refuse(platformErrors.csv_column_missing('body', { column: known[missing][0] ?? missing }));
  const ignored = header.flatMap((name, at) => {
    if (found[at] !== undefined) return [];
    if (name !== '') return [name];
    return rows.some(({ cells }) => (cells[at] ?? '') !== '') ? [letterOf(at)] : [];
  });
  return {
    records: rows.map((row) => recordOf(row, found)),
    names: new Map(found.flatMap((column, at) => (column === undefined ? [] : [[column, header[at] ?? '']]))),
    ignored,
  };
}

/** Whether the file has a column of one of these names, in any spelling. */
export function hasColumn({ header }: CsvFile, names: readonly string[]): boolean {
  const wanted = new Set(names.map(plain));
  return header.some((name) => wanted.has(plain(name)));
}

const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '');

/** As spreadsheets call a column. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26);

function recordOf<Column extends string>(
  { line, cells }: CsvRow,
  found: readonly (Column | undefined)[],
): CsvRecord<Column> {
  const texts = Object.fromEntries(
    found.flatMap((column, at) => (column === undefined ? [] : [[column, cells[at] ?? '']])),
  ) as Partial<Record<Column, string>>;
  const counts = { cells: cells.length, columns: found.length };
  const hasMore = cells.slice(found.length).some((cell) => cell !== '');
  return {
    line,
    texts,
    problem: hasMore ? platformErrors.csv_cells_beyond('', counts) : undefined,
    note: cells.length < found.length ? platformErrors.csv_cells_missing('', counts) : undefined,
  };
}
