import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMuster } from '#test/process.ts';
import { until } from '#test/receiver.ts';
import { hookWorld } from '#test/webhooks.ts';

const count = 400;

describe('deliveries of a worker that is killed', () => {
  it('are taken up by another within 30 seconds; none is lost and a receiver can tell repeats', async (test) => {
    let delayMs = 20;
    const world = await hookWorld((_request, response) => {
      setTimeout(() => response.writeHead(204).end(), delayMs);
    });
    const { receiver, hook, happen, status, muster } = world;
    await hook('/killed');
    const environment = {
      DATABASE_URL: muster.database.url,
      MUSTER_DEMO: 'off',
      MUSTER_ALLOW_TARGETS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    };
    const victim = await startMuster(['worker'], environment);
    const ids = await happen(count);
    await until(() => receiver.received.length >= count / 4, 20_000);
    // In the middle of requests: the receiver is slow to answer just now.
    delayMs = 2_000;
    await until(() => receiver.received.length >= count / 3, 20_000);
    await victim.stop('SIGKILL');
    delayMs = 5;
    const heir = await startMuster(['worker'], environment);
    const held = (await status('status=delivering')).length;
    assert.ok(held > 0, 'the dead worker held some');
    const tookMs = await until(
      async () => [...(await status('status=pending')), ...(await status('status=delivering'))].length === 0,
      40_000,
    );
    await heir.stop();
    const got = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    assert.deepEqual([...new Set(got)].sort(), [...ids].sort());
    const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']);
    for (const copies of bodies.values()) assert.equal(new Set(copies.map(({ body }) => body)).size, 1);
    assert.ok(tookMs < 30_000, `${Math.round(tookMs)} ms`);
    test.diagnostic(`the ${held} it held came ${Math.round(tookMs)} ms later, ${got.length - count} twice`);
  });
});
