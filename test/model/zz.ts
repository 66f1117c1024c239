import { createSealer, openDatabase } from '#platform/db/index.ts';
import { createDatabase, testSecret } from '../database.ts';
import { startSharedPostgres } from '../shared-postgres.ts';
import { runAtOnce, runOneByOne } from './session.ts';
import { platformOn } from './world.ts';
import { Service } from './service.ts';
const pg = await startSharedPostgres();
process.env['MUSTER_TEST_DATABASE_URL'] = pg.url;
const url = await createDatabase('muster_template');
const open = (name: string) => openDatabase({ url, size: 8, name, sealer: createSealer(testSecret) });
const d = [open('a'), open('b')];
const counts: Record<string, number> = {};
const orig = Service.prototype.apply;
Service.prototype.apply = async function (op) { const a = await orig.call(this, op); const k = op.kind + ' ' + a; counts[k] = (counts[k] ?? 0) + 1; return a; };
try {
  let t = performance.now();
  await runOneByOne(platformOn(d[0]!), { seed: 5, operations: 2000 });
  console.log('seq', performance.now() - t); t = performance.now();
  console.log(Object.entries(counts).sort((a, b) => b[1] - a[1]).slice(0, 60).map(([k, v]) => `${v} ${k}`).join('\n'));
  await runAtOnce(d.map(platformOn), { seed: 5, operations: 4000, clients: 16 });
  console.log('conc', performance.now() - t);
} finally { for (const x of d) await x.close(); await pg.stop(); }
