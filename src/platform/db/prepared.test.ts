import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';
import { inTransaction, send } from './index.ts';

const database = await freshDatabase({ size: 1 });
const { db } = database;

it('a statement that failed when a connection first prepared it works there the next time', async () => {
  const read = sql<{ one: number }>`select 1 as one where ${true}::boolean`;
  // What is seen a second time gets a name.
  await read.execute(db);
  const failing = inTransaction(database, {}, async (tx) => {
    await send(tx, sql`select 1 / 0`);
    await read.execute(tx);
  });
  await assert.rejects(failing, /division by zero/);
  for (let time = 0; time < 2; time += 1) assert.deepEqual((await read.execute(db)).rows, [{ one: 1 }]);
});
