import { readFileSync } from 'node:fs';

/** The lines of a file, each given out once to each server, over all rounds that read from it. */
export interface Lines {
  next(): string | undefined;
}

const opened = new Map<string, Lines>();

export function linesOf(file: string, server: string): Lines {
  const key = `${server} ${file}`;
  let lines = opened.get(key);
  if (!lines) {
    const all = readFileSync(file, 'utf8').split('\n');
    let turn = 0;
    lines = { next: () => all[turn++] };
    opened.set(key, lines);
  }
  return lines;
}
