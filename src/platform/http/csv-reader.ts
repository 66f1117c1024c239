import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { withoutApostrophe } from './csv.ts';
import { type BodySource, readPieces } from './read-body.ts';

/** How much a CSV file can contain. The longest cell is as long as the longest line. */
export const mostCsvBytes = 10 * 1_048_576;
const mostColumns = 100;
const longestLine = 65_536;
/** Blank ones and those inside quoted cells included: spreadsheets write thousands below the last entry. */
const mostLines = 20_000;

export interface CsvRow {
  /** Where it starts in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that has been read: the names of its columns, and what is below them. */
export class CsvFile {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly #digest: string;

  constructor(header: readonly string[], rows: readonly CsvRow[], digest: string) {
    this.header = header;
    this.rows = rows;
    this.#digest = digest;
  }

  /** What the Idempotency-Key compares: the same file. */
  toJSON(): string {
    return this.#digest;
  }
}

/**
 * Reads a file while it arrives, so that one with a mistake is refused at its first wrong byte, and only cells are kept.
 * 10 MiB take about 0.5 s of CPU, in pieces of at most 64 KiB, between which others have their turn.
 */
export async function readCsv(
  source: BodySource,
  mostRows: number,
  mostBytes = mostCsvBytes,
): Promise<CsvFile> {
  const toText = textReader();
  const digest = createHash('sha256');
  const lines = new Lines(mostRows);
  await readPieces(source, mostBytes, (piece) => {
    digest.update(piece);
    lines.take(toText(piece));
  });
  const [header, ...rows] = await lines.finish(toText());
  if (!header) throw refuse(platformErrors.csv_empty('body'));
  if (rows.length === 0) throw refuse(platformErrors.csv_no_rows('body'));
  return new CsvFile(header.cells, rows, digest.digest('base64url'));
}

const workbooks = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];

/** Decodes UTF-8 without its mark. Every end of a line becomes a line feed, so that lines are counted alike. */
function textReader(): (piece?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  let heldBack = '';
  return (piece) => {
    if (isFirst && piece && workbooks.some((start) => start.equals(piece.subarray(0, start.length))))
      throw refuse(platformErrors.csv_workbook('body'));
    isFirst = false;
    const text = heldBack + decoded(decoder, piece);
    // The line feed of a pair may be in the next piece.
    heldBack = piece && text.endsWith('\r') ? '\r' : '';
    return text.slice(0, text.length - heldBack.length).replaceAll(/\r\n?/g, '\n');
  };
}

/** Files in UTF-16 and in the encoding of an older Windows aren't UTF-8, or have NULs where UTF-8 has none. */
function decoded(decoder: TextDecoder, piece: Buffer | undefined): string {
  let text = '\0';
  try {
    text = decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    // Refused below.
  }
  if (text.includes('\0')) throw refuse(platformErrors.csv_encoding('body'));
  return text;
}

/** Cuts text into lines and cells. The separator is the one that the header has most of. */
class Lines {
  readonly #mostRows: number;
  readonly #rows: CsvRow[] = [];
  readonly #header = new HeaderScan();
  #beforeHeader = '';
  #parser: Parser | undefined;
  #lines = 0;
  /** The last one that was read as a whole. */
  #lastLine = 0;

  constructor(mostRows: number) {
    this.#mostRows = mostRows;
  }

  take(text: string): void {
    this.#lines += newLines(text);
    if (this.#lines > mostLines) throw refuse(platformErrors.csv_too_many_rows('body', { limit: mostLines }));
    if (this.#parser) {
      this.#parse(this.#parser, text);
      return;
    }
    this.#beforeHeader += text;
    this.#header.take(text);
    if (this.#header.isWhole || this.#beforeHeader.length > longestLine) this.#start();
  }

  async finish(text: string): Promise<readonly CsvRow[]> {
    this.take(text);
    const parser = this.#parser ?? this.#start();
    parser.end();
    await finished(parser.resume()).catch((error: unknown) => {
      throw this.#refusalOf(error);
    });
    return this.#rows;
  }

  #start(): Parser {
    const parser = parse({
      delimiter: this.#header.separator,
      record_delimiter: '\n',
      relax_column_count: true,
      // 6" of snow
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: longestLine,
      cast: (cell, { index }) => {
        if (index >= mostColumns)
          throw refuse(platformErrors.csv_too_many_columns('body', { limit: mostColumns }));
        return withoutApostrophe(cell).trim();
      },
      on_record: (cells: string[], { lines }) => this.#add(cells, lines),
    });
    parser.on('error', () => {});
    this.#parser = parser;
    this.#parse(parser, this.#beforeHeader);
    return parser;
  }

  /** Done when it returns: the parser hands over each line as soon as it has it, and keeps none. */
  #parse(parser: Parser, text: string): void {
    if (text === '') return;
    parser.write(text);
    if (parser.errored) throw this.#refusalOf(parser.errored);
  }

  #add(cells: string[], lastLine: number): null {
    if (this.#rows.length === 0 && namesSeparator(cells)) return null;
    if (this.#rows.length > this.#mostRows)
      throw refuse(platformErrors.csv_too_many_rows('body', { limit: this.#mostRows }));
    const within = cells.reduce((sum, cell) => sum + newLines(cell), 0);
    this.#rows.push({ line: lastLine - within, cells });
    this.#lastLine = lastLine;
    return null;
  }

  #refusalOf(error: unknown): unknown {
    const line = this.#lastLine + 1;
    switch ((error as Partial<CsvError>).code) {
      case 'CSV_QUOTE_NOT_CLOSED':
        return refuse(platformErrors.csv_quote('body', { line }));
      case 'CSV_MAX_RECORD_SIZE':
        return refuse(platformErrors.csv_line_too_long('body', { line, limit: longestLine }));
      default:
        return error;
    }
  }
}

function newLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** `sep=;` above the header, by which some programs tell Excel what is between cells. */
const namesSeparator = ([first, ...others]: readonly string[]): boolean =>
  /^sep=$/i.test(first ?? '') && others.every((cell) => cell === '');

const separators = [',', ';', '\t'];

/** Looks for the first line with content while it arrives. Quoted cells can contain separators and line breaks. */
class HeaderScan {
  isWhole = false;
  readonly #counts = new Map(separators.map((one) => [one, 0]));
  #hasContent = false;
  #isQuoted = false;
  /** Only there, a quote opens a cell; or behind one that has closed it, because two of them stand for one. */
  #mayOpen = true;

  /** The one that the line has most of. */
  get separator(): string {
    return separators.reduce((most, next) => (this.#countOf(next) > this.#countOf(most) ? next : most));
  }

  take(text: string): void {
    for (let at = 0; at < text.length && !this.isWhole; at += 1) this.#read(text.charAt(at));
  }

  #read(sign: string): void {
    if (sign === '"') {
      if (this.#isQuoted || this.#mayOpen) this.#isQuoted = !this.#isQuoted;
      this.#mayOpen = !this.#isQuoted;
    } else if (!this.#isQuoted) {
      this.isWhole = sign === '\n' && this.#hasContent;
      if (this.#counts.has(sign)) this.#counts.set(sign, this.#countOf(sign) + 1);
      this.#mayOpen = sign === '\n' || this.#counts.has(sign);
    }
    this.#hasContent ||= sign.trim() !== '';
  }

  #countOf(separator: string): number {
    return this.#counts.get(separator) ?? 0;
  }
}
