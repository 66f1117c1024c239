/** A value of an answer as the text of one cell: lists in one line, objects as JSON. */
export function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** RFC 4180: fields by commas, quotes where they are needed, CRLF at the end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run a cell that begins like a formula; an apostrophe before it makes it a text. */
function harmless(text: string): string {
  return /^\s*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/.test(text) ? `'${text}` : text;
}
