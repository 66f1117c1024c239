import { parseArgs } from 'node:util';
import { createSealer, openDatabase } from '#platform/db/index.ts';
import { createDatabase, dropDatabase, testSecret } from '../database.ts';
import { watchDeadlocks } from '../deadlocks.ts';
import { wholeNumber } from '../whole-number.ts';
import { runAtOnce, runOneByOne } from './session.ts';
import { platformOn } from './world.ts';

/** The database is a new one after so many operations: reading all invariants takes longer the fuller it is. */
const perDatabase = 20_000;

/**
 * The scheduling commands against a plain model, one by one and many at once. A seed that has failed is given again
 * to see it fail again.
 */
export async function drill(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ops: { type: 'string', default: '200000' },
      seed: { type: 'string' },
      clients: { type: 'string', default: '16' },
    },
  });
  const total = wholeNumber('--ops', values.ops);
  const clients = wholeNumber('--clients', values.clients);
  const firstSeed =
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber('--seed', values.seed, 0);
  let done = 0;
  for (let seed = firstSeed; done < total; seed += 1) {
    console.log(`seed ${seed}: started; --seed ${seed} repeats it`);
    done += await runOnce(seed, Math.min(perDatabase, total - done), clients);
    console.log(`seed ${seed}: ${done} of ${total} operations, all as the model says`);
  }
}

async function runOnce(seed: number, operations: number, clients: number): Promise<number> {
  const url = await createDatabase('muster_template');
  const open = (name: string) => openDatabase({ url, size: 8, name, sealer: createSealer(testSecret) });
  const databases = [open('model one'), open('model two')];
  const deadlocks = watchDeadlocks(...databases.map(({ pool }) => pool));
  const platforms = databases.map(platformOn);
  const [first] = platforms;
  let ran = 0;
  try {
    if (first) ran += await runOneByOne(first, { seed, operations: Math.ceil(operations / 4) });
    ran += await runAtOnce(platforms, { seed, operations: operations - ran, clients });
  } finally {
    for (const database of databases) await database.close();
  }
  if (deadlocks().length > 0)
    throw new Error(`PostgreSQL had to break ${deadlocks().length} deadlocks:\n${deadlocks().join('\n\n')}`);
  await dropDatabase(url);
  return ran;
}
