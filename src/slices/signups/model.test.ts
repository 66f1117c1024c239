import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealer, type Database, openDatabase } from '#platform/db/index.ts';
import { createDatabase, dropDatabase, testSecret } from '#test/database.ts';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { runAtOnce, runOneByOne } from '#test/model/session.ts';
import { platformOn } from '#test/model/world.ts';

/** `npm run drill -- model` does the same for as long as you like. MUSTER_MODEL_SEED repeats a run. */
const seed = Number(process.env['MUSTER_MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Less than a minute on two idle cores; a busy machine may take its time. */
const timeoutMs = 600_000;

/** Each test has a database to itself, so both run at once: one by one, either PostgreSQL or this process is idle. */
async function onNewDatabase(work: (open: (name: string) => Database) => Promise<void>): Promise<void> {
  const url = await createDatabase('muster_template');
  const opened: Database[] = [];
  try {
    await work((name) => {
      const database = openDatabase({ url, size: 8, name, sealer: createSealer(testSecret) });
      opened.push(database);
      return database;
    });
  } finally {
    for (const database of opened) await database.close();
    await dropDatabase(url);
  }
}

describe(`scheduling against a plain model (seed ${seed})`, { concurrency: true }, () => {
  it(
    'answers and stands as the model does after each of 4,000 operations',
    { timeout: timeoutMs },
    ({ signal }) =>
      onNewDatabase(async (open) => {
        const done = await runOneByOne(platformOn(open('model')), { seed, operations: 4_000, signal });
        assert.ok(done >= 4_000);
      }),
  );

  it(
    'keeps every invariant under 16,000 operations of 16 clients on two processes, without a deadlock',
    {
      timeout: timeoutMs,
    },
    ({ signal }) =>
      onNewDatabase(async (open) => {
        const databases = [open('one'), open('two')];
        const deadlocks = watchDeadlocks(...databases.map(({ pool }) => pool));
        await runAtOnce(databases.map(platformOn), { seed, operations: 16_000, clients: 16, signal });
        assert.deepEqual(deadlocks(), []);
      }),
  );
});
