import { readFileSync } from 'node:fs';

/** The lines of a file, each given out once over all rounds that read from it. */
export interface Lines {
  next(): string | undefined;
}

const opened = new Map<string, Lines>();

export function linesOf(file: string): Lines {
  let lines = opened.get(file);
  if (!lines) {
    const all = readFileSync(file, 'utf8').split('\n');
    let turn = 0;
    lines = { next: () => all[turn++] };
    opened.set(file, lines);
  }
  return lines;
}
