import { setImmediate } from 'node:timers/promises';

/** A list, or what makes one as it is gone through. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

export const rowsPerTurn = 200;

/**
 * Goes through many rows, and lets everyone else have their turn in between: the event loop answers all requests, and a
 * file with 50,000 people kept it for a second; now the longest wait is a seventh of that.
 */
export async function* inTurns<Row>(rows: Rows<Row>): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count % rowsPerTurn === 0) await setImmediate();
  }
}

/**
 * The JSON of a value with long lists in it, a few rows of each in every turn. Lists can be iterators, so that their rows
 * are also made in turns: 30 MB kept the event loop for 0.9 s at once.
 */
export async function jsonInTurns(value: unknown): Promise<string> {
  if (isList(value)) {
    const rows: string[] = [];
    for await (const row of inTurns(value)) rows.push(JSON.stringify(row ?? null));
    return `[${rows.join(',')}]`;
  }
  // A time, for example, says itself how it is written.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value ?? null);
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value))
    if (field !== undefined) fields.push(`${JSON.stringify(name)}:${await jsonInTurns(field)}`);
  return `{${fields.join(',')}}`;
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
