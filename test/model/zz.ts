import { createSealer, openDatabase } from '#platform/db/index.ts';
import { createDatabase, testSecret } from '../database.ts';
import { startSharedPostgres } from '../shared-postgres.ts';
import { Service } from './service.ts';
import { runAtOnce, runOneByOne } from './session.ts';
import { platformOn } from './world.ts';

const pg = await startSharedPostgres();
process.env['MUSTER_TEST_DATABASE_URL'] = pg.url;
const url = await createDatabase('muster_template');
const open = (name: string) => openDatabase({ url, size: 8, name, sealer: createSealer(testSecret) });
const d = [open('a'), open('b')];
const counts: Record<string, number> = {};
const orig = Service.prototype.apply;

const took: Record<string, [number, number]> = {};
Service.prototype.apply = async function (op) {
  const t = performance.now(); const a = await orig.call(this, op); const x = (took[op.kind] ??= [0, 0]); x[0] += 1; x[1] += performance.now() - t; return a; };
const st = Service.prototype.state;
Service.prototype.state = async function () { const t = performance.now(); const a = await st.call(this); const x = (took['state'] ??= [0, 0]); x[0] += 1; x[1] += performance.now() - t; return a; };
try {
  let t = performance.now();
  await runOneByOne(platformOn(d[0]!), { seed: 5, operations: 100 });
  console.log('seq', performance.now() - t);
  t = performance.now();
  for (const [k, [n, ms]] of Object.entries(took)) console.log(k, n, (ms / n).toFixed(2));
  if (process.argv[2]) await runAtOnce(d.map(platformOn), { seed: 5, operations: 4000, clients: 16 });
  console.log('conc', performance.now() - t);
} finally {
  for (const x of d) await x.close();
  await pg.stop();
}
