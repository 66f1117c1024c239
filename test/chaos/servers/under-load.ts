import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSealer, type Database, openDatabase } from '#platform/db/index.ts';
import { testSecret } from '#test/database.ts';
import { brokenInvariants } from '#test/model/invariants.ts';
import { eventually, until } from '#test/until.ts';
import { Service } from '../webhooks/service.ts';
import { Crowd } from './crowd.ts';
import { assertAllHold, assertDelivered, assertInOrder } from './crowd-verdict.ts';

const clients = 8;

/**
 * A crowd signs up, cancels and checks in with two API processes and two workers on a migrated database, while `trouble`
 * happens. Afterwards nothing that was acknowledged may be missing or there twice. Answers what was found, as a sentence.
 */
export async function underLoad(url: string, trouble: (crowd: Crowd) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-under-load-'));
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
    await trouble(crowd);
    await crowd.stop();

    const unexpected = crowd.attempts.filter(
      ({ status, retryAfter }) => status >= 500 && !(status === 503 && Number(retryAfter) >= 1),
    );
    if (unexpected.length > 0) console.error(services.map(({ said }) => said).join('\n'));
    assert.deepEqual(unexpected, []);
    for (const { url: address } of services)
      if (address) await until(async () => (await fetch(`${address}/readyz`)).status === 200);
    await untilQuiet(database);
    await assertAllHold(database, crowd);
    // Jobs may be running.
    await eventually(async () => assert.deepEqual(await brokenInvariants(database), []));
    const movedUp = await assertInOrder(database, crowd);
    const events = await assertDelivered(database, await readFile(receiptsFile, 'utf8'));
    const refused = crowd.attempts.filter(({ status }) => status === 503).length;
    return (
      `${crowd.acknowledged.registrations.size} sign-ups and ${crowd.acknowledged.checkIns.size} check-ins acknowledged, all kept;` +
      ` no shift overbooked, no one in two places, ${movedUp} people moved up in the order of the waitlist,` +
      ` audit and events complete; ${events} events delivered; ${refused} times 503`
    );
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await database.close();
    receiver.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Until every event has been sent. */
async function untilQuiet({ pool }: Database): Promise<void> {
  // The first connection may lead to the server that was before.
  await eventually(() => pool.query('select 1'));
  await until(async () => {
    const { rows } = await pool.query<{ left: number }>(
      `select ((select count(*) from outbox) + (select count(*) from webhook_queue))::int as left`,
    );
    return rows[0]?.left === 0;
  });
}
