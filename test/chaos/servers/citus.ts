import { placement } from '#app/placement.ts';
import { assertDistributable, distribute } from '#platform/db/distribute.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type CitusCluster, startCitusCluster } from '#test/citus-cluster.ts';
import { queryOnce } from '#test/database.ts';
import { until } from '#test/until.ts';
import { runNode } from '#test/whole-test.ts';
import { underLoad } from './under-load.ts';

/** What is tested on the cluster; `test/citus.ts` lists what is left out. */
const defaults = ['src/platform', 'src/slices', 'src/app'];
/** Acknowledged changes before, between and after the nodes are killed. */
const changes = 150;

/** The nodes of a Citus cluster are killed under load, one after the other; then the tests run there, or only the files that are named. */
export async function drill(args: string[]): Promise<void> {
  const cluster = await startCitusCluster();
  try {
    if (args.length === 0) await killNodes(cluster);
    const files = args.length > 0 ? args : defaults;
    await runNode(['test/run.ts', ...files], { MUSTER_TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.stop();
  }
}

async function killNodes({ url, nodes }: CitusCluster): Promise<void> {
  await assertDistributable(url);
  await migrate(url);
  await distribute(url, placement);
  const backAfterMs: number[] = [];
  const found = await underLoad(url, async (crowd) => {
    await until(() => crowd.doneSince(0) > changes);
    for (const node of nodes.toReversed()) {
      await node.kill();
      const killedAtMs = performance.now();
      await until(() => crowd.attempts.some(({ atMs, status }) => atMs > killedAtMs && status === 503));
      await node.start();
      const startedAtMs = performance.now();
      await until(() => crowd.doneSince(startedAtMs) > changes);
      const refusedAtMs = crowd.attempts.findLast(({ status }) => status === 503)?.atMs ?? 0;
      backAfterMs.push(Math.round(Math.max(0, refusedAtMs - startedAtMs)));
    }
    // Transactions that were prepared on a killed node.
    await queryOnce(url, 'select recover_prepared_transactions()');
  });
  console.log(
    `${found}, the last one ${backAfterMs.join(', ')} ms after the restart of each node, the coordinator last`,
  );
}
