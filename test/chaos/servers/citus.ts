import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { placement } from '#app/placement.ts';
import { assertDistributable, distribute } from '#platform/db/distribute.ts';
import { createSealer, type Database, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type CitusCluster, startCitusCluster } from '#test/citus-cluster.ts';
import { testSecret } from '#test/database.ts';
import { brokenInvariants } from '#test/model/invariants.ts';
import { eventually, until } from '#test/until.ts';
import { runNode } from '#test/whole-test.ts';
import { Service } from '../webhooks/service.ts';
import { Crowd } from './crowd.ts';
import { assertAllHold, assertDelivered, assertInOrder } from './crowd-verdict.ts';

/** What is tested on the cluster; `test/citus.ts` lists what is left out. */
const defaults = ['src/platform', 'src/slices', 'src/app'];
const clients = 8;
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
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-citus-drill-'));
  const receiptsFile = path.join(folder, 'receipts.log');
  const receiver = fork(fileURLToPath(new URL('../webhooks/receiver.ts', import.meta.url)), [receiptsFile]);
  const database = openDatabase({ url, size: 4, name: 'drill', sealer: createSealer(testSecret) });
  const services: Service[] = [];
  try {
    const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
    for (const command of ['serve', 'serve', 'worker', 'worker'] as const) {
      const service = new Service(command, url, { kind: 'none' });
      services.push(service);
      await service.ready();
      assert.ok(service.isAlive, service.said);
    }
    const crowd = await Crowd.gather(database, () => services.flatMap((service) => service.url ?? []));
    const secrets = await crowd.plan(database, `http://127.0.0.1:${port}`);
    for (const [endpoint, secret] of secrets) receiver.send({ path: endpoint, secret });

    crowd.start(clients);
    await until(() => crowd.doneSince(0) > changes);
    const backAfterMs: number[] = [];
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
    await crowd.stop();

    const unexpected = crowd.attempts.filter(
      ({ status, retryAfter }) => status >= 500 && !(status === 503 && Number(retryAfter) >= 1),
    );
    if (unexpected.length > 0) console.error(services.map(({ said }) => said).join('\n'));
    assert.deepEqual(unexpected, []);
    await untilQuiet(database);
    await assertAllHold(database, crowd);
    // Jobs may be running.
    await eventually(async () => assert.deepEqual(await brokenInvariants(database), []));
    const movedUp = await assertInOrder(database, crowd);
    const events = await assertDelivered(database, await readFile(receiptsFile, 'utf8'));
    const refused = crowd.attempts.filter(({ status }) => status === 503).length;
    console.log(
      `${crowd.acknowledged.registrations.size} sign-ups and ${crowd.acknowledged.checkIns.size} check-ins acknowledged, all kept;` +
        ` no shift overbooked, no one in two places, ${movedUp} people moved up in the order of the waitlist,` +
        ` audit and events complete; ${events} events delivered; ${refused} times 503,` +
        ` the last one ${backAfterMs.join(', ')} ms after the restart of each node, the coordinator last`,
    );
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await database.close();
    receiver.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Until prepared transactions of the killed nodes have ended and every event has been sent. */
async function untilQuiet({ pool }: Database): Promise<void> {
  await pool.query('select recover_prepared_transactions()');
  await until(async () => {
    const { rows } = await pool.query<{ left: number }>(
      `select ((select count(*) from outbox) + (select count(*) from webhook_queue))::int as left`,
    );
    return rows[0]?.left === 0;
  });
}
