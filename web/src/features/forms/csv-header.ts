/** A CSV without its first record. A question may have several lines, which stand between quotes. */
export function withoutHeader(csv: string): string {
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    if (csv[at] === '"') isQuoted = !isQuoted;
    else if (csv[at] === '\n' && !isQuoted) return csv.slice(at + 1);
  }
  return '';
}
