import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Cell, fileOf } from './files.ts';
import { rowsPerTurn } from './in-turns.ts';

describe('a file for a spreadsheet', () => {
  for (const format of ['csv', 'xlsx'] as const)
    it(`with many rows leaves others their turns while it is made: ${format}`, async () => {
      const count = 20 * rowsPerTurn;
      let turns = 0;
      let isMade = false;
      let mostInATurn = 0;
      let inThisTurn = 0;
      const nextTurn = () => {
        if (isMade) return;
        turns += 1;
        inThisTurn = 0;
        setImmediate(nextTurn);
      };
      function* rows(): Generator<Cell[]> {
        for (let row = 0; row < count; row += 1) {
          inThisTurn += 1;
          mostInATurn = Math.max(mostInATurn, inThisTurn);
          yield [`Person ${row}`, row];
        }
      }
      setImmediate(nextTurn);
      const file = await fileOf(format, { name: 'x', title: 'X', header: ['Name', 'Hours'], rows: rows() });
      isMade = true;
      assert.ok(turns >= 20, `${turns} turns for ${count} rows`);
      assert.ok(mostInATurn <= 2 * rowsPerTurn, `${mostInATurn} rows in one turn`);
      if (format === 'csv') assert.match(String(file.body), /\r\nPerson 3999,3999\r\n$/);
    });
});
