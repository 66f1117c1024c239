import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemCall } from '#kernel/call.ts';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { expect200, peopleApp } from '#test/people.ts';
import { insertDemo } from './index.ts';

const { as, database, ...muster } = await peopleApp();
const call = systemCall('demo', systemClock());
await inTransaction(database, {}, (tx) => insertDemo(tx, database.sealer, call));
const tester = as((await muster.member(1, 'admin')).token);

it('the demo has an endpoint whose address leads nowhere, and a delivery that arrived', async () => {
  const [endpoint] = expect200(await tester.get('/webhooks/endpoints')).items;
  assert.deepEqual([endpoint.id, endpoint.status], [1, 'active']);
  assert.ok(new URL(endpoint.url).hostname.endsWith('.invalid'));
  const { items } = expect200(await tester.get('/webhooks/status'));
  assert.deepEqual(
    items.map(({ id, status }: Record<string, unknown>) => [id, status]),
    [[1, 'succeeded']],
  );
});

it('lets an admin rotate the secret of endpoint 1 and replay delivery 1', async () => {
  const rotated = expect200(await tester.post('/webhooks/endpoints/1/rotate-secret'));
  assert.match(rotated.secret, /^whsec_/);
  const replayed = expect200(await tester.post('/webhooks/deliveries/1/replay'));
  assert.deepEqual([replayed.delivery.delivery_id, replayed.delivery.cause], [1, 'replay']);
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
