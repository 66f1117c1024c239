import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesOf, jsonInTurns, rowsPerTurn } from './in-turns.ts';

const jsonOf = async (value: unknown) => String(await bytesOf(jsonInTurns(value)));

describe('JSON that is written in turns', () => {
  it('is what JSON.stringify writes', async () => {
    const values = [
      {
        name: 'Ada "A"',
        list: [1, undefined, null, { at: [2, 3], none: undefined }],
        empty: [],
        nothing: {},
      },
      { a: undefined, b: null, c: 'ü\n', d: { e: { f: [[]] } } },
      { at: Temporal.Instant.from('2026-11-18T12:00:00Z'), held: { on: new Date(0) } },
      [],
      'text',
      null,
    ];
    for (const value of values) assert.equal(await jsonOf(value), JSON.stringify(value));
  });

  it('makes the rows of an iterator a few at a time, and leaves others their turns in between', async () => {
    const count = 20 * rowsPerTurn;
    let made = 0;
    let madeInTurn = 0;
    let mostInTurn = 0;
    let isWritten = false;
    const nextTurn = () => {
      madeInTurn = 0;
      if (!isWritten) setImmediate(nextTurn);
    };
    const rows = Array.from({ length: count }, (_, id) => id)
      .values()
      .map((id) => {
        made += 1;
        madeInTurn += 1;
        mostInTurn = Math.max(mostInTurn, madeInTurn);
        return { id };
      });
    setImmediate(nextTurn);
    const text = await jsonOf({ held: { rows } });
    isWritten = true;
    assert.equal(made, count);
    assert.ok(mostInTurn <= 2 * rowsPerTurn, `${mostInTurn} rows in one turn`);
    assert.equal(JSON.parse(text).held.rows.length, count);
  });
});
