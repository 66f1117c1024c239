import { parseArgs } from 'node:util';
import { createSealer, openDatabase } from '#platform/db/index.ts';
import { createDatabase, testSecret } from '../database.ts';
import { startSharedPostgres } from '../shared-postgres.ts';
import { countDeadlocks } from './invariants.ts';
import { runAtOnce, runOneByOne } from './session.ts';
import { platformOn } from './world.ts';

/**
 * `npm run model -- --ops 1000000 --seed 7 --clients 16`: the scheduling commands against a plain model, one by
 * one and many at once, on a PostgreSQL of its own. A seed that has failed is given again to see it fail again.
 */
const { values } = parseArgs({
  options: {
    ops: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    clients: { type: 'string', default: '16' },
  },
});
const total = Number(values.ops);
const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const clients = Number(values.clients);
/** The database is made anew after so many: reading all invariants takes longer the fuller it is. */
const perDatabase = 20_000;

const postgres = await startSharedPostgres();
process.env['MUSTER_TEST_DATABASE_URL'] = postgres.url;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => void postgres.stop().finally(() => process.exit(code)));
try {
  await runAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('The last seed that was begun fails again with --seed.');
  process.exitCode = 1;
} finally {
  await postgres.stop();
}

async function runAll(): Promise<void> {
  const startedAt = performance.now();
  let done = 0;
  for (let seed = firstSeed; done < total; seed += 1) {
    done += await runOnce(seed, Math.min(perDatabase, total - done));
    const rate = Math.round((done * 1000) / (performance.now() - startedAt));
    console.log(`seed ${seed}: ${done} of ${total} operations, ${rate} a second, all is well`);
  }
}

async function runOnce(seed: number, operations: number): Promise<number> {
  console.log(`seed ${seed}: begun`);
  const url = await createDatabase('muster_template');
  const open = (name: string) => openDatabase({ url, size: 8, name, sealer: createSealer(testSecret) });
  const databases = [open('model one'), open('model two')];
  const platforms = databases.map(platformOn);
  const [first] = platforms;
  let ran = 0;
  try {
    if (first) ran += await runOneByOne(first, { seed, operations: Math.ceil(operations / 4) });
    ran += await runAtOnce(platforms, { seed, operations: operations - ran, clients });
  } finally {
    for (const database of databases) await database.close();
  }
  await refuseDeadlocks(url);
  return ran;
}

async function refuseDeadlocks(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = openDatabase({
    url: postgres.url,
    size: 1,
    name: 'model',
    sealer: createSealer(testSecret),
  });
  try {
    const deadlocks = await countDeadlocks(admin, name);
    if (deadlocks > 0) throw new Error(`PostgreSQL had to break ${deadlocks} deadlocks`);
  } finally {
    await admin.close();
  }
}
