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
 * The JSON of a value with long lists in it, piece by piece, a few rows of each in every turn. Lists can be iterators, so that
 * their rows are also made in turns: 30 MB kept the event loop for 0.9 s at once.
 */
export async function* jsonInTurns(value: unknown): AsyncGenerator<string> {
  if (isList(value)) {
    let separator = '[';
    for await (const row of inTurns(value)) {
      yield separator + JSON.stringify(row ?? null);
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  } else if (typeof value !== 'object' || value === null || 'toJSON' in value) {
    // A time, for example, says itself how it is written.
    yield JSON.stringify(value ?? null);
  } else {
    let separator = '{';
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* jsonInTurns(field);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  }
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** So many characters are turned into bytes at once. */
const pieceLength = 64 * 1_024;

/** A long text as bytes. Its pieces are gone as soon as they are written: joined at the end, they took up three times the space. */
export async function bytesOf(pieces: Rows<string>): Promise<Buffer> {
  const written: Buffer[] = [];
  let open = '';
  for await (const piece of pieces) {
    open += piece;
    if (open.length < pieceLength) continue;
    written.push(Buffer.from(open));
    open = '';
  }
  return Buffer.concat([...written, Buffer.from(open)]);
}
