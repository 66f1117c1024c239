import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createSealer, openDatabase } from '#platform/db/index.ts';
import { createDatabase, dropDatabase, testSecret } from '#test/database.ts';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { runAtOnce, runOneByOne } from '#test/model/session.ts';
import { platformOn } from '#test/model/world.ts';

/** `npm run drill -- model` does the same for as long as you like. MUSTER_MODEL_SEED repeats a run. */
const seed = Number(process.env['MUSTER_MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Less than a minute on two idle cores; a busy machine may take its time. */
const timeoutMs = 600_000;
const url = await createDatabase('muster_template');
after(() => dropDatabase(url));
const open = (name: string) => openDatabase({ url, size: 8, name, sealer: createSealer(testSecret) });

describe(`scheduling against a plain model (seed ${seed})`, () => {
  it('answers and stands as the model does after each of 4,000 operations', {
    timeout: timeoutMs,
  }, async () => {
    const database = open('model');
    try {
      const done = await runOneByOne(platformOn(database), { seed, operations: 4_000 });
      assert.ok(done >= 4_000);
    } finally {
      await database.close();
    }
  });

  it('keeps every invariant under 16,000 operations of 16 clients on two processes, without a deadlock', {
    timeout: timeoutMs,
  }, async () => {
    const databases = [open('one'), open('two')];
    const deadlocks = watchDeadlocks(...databases.map(({ pool }) => pool));
    try {
      await runAtOnce(databases.map(platformOn), { seed, operations: 16_000, clients: 16 });
      assert.equal(deadlocks(), 0);
    } finally {
      for (const database of databases) await database.close();
    }
  });
});
