import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, describe, it } from 'node:test';
import { expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';
import { hookWorld } from '#test/webhooks.ts';

/** Paths whose requests are answered when the test says so, and those that wait. */
const held = new Map<string, ServerResponse[]>();
const world = await hookWorld((request, response) => {
  const waiting = held.get(request.path);
  if (waiting) waiting.push(response);
  else response.writeHead(204).end();
});
const { muster, client, receiver, hook, happen, status } = world;
const worker = await world.work();
after(() => worker.stop());

const events = 150;

/** An endpoint to which the worker sends some deliveries, while it has taken many more that wait for their turn. */
async function busy(path: string, event: string) {
  const { id } = await hook(path, [event]);
  await happen(100, event);
  await until(async () => (await statistics(id)).succeeded === 100);
  const responses: ServerResponse[] = [];
  held.set(path, responses);
  await happen(events, event);
  await until(async () => (await statistics(id)).delivering === events && responses.length > 1);
  const answer = (statusCode: number) => responses.shift()?.writeHead(statusCode).end();
  const answerAll = () => {
    held.delete(path);
    while (responses.length > 0) answer(204);
  };
  return { id, answer, answerAll, sent: () => receiver.at(path).length - 100 };
}
type Busy = Awaited<ReturnType<typeof busy>>;

const statistics = async (id: number) => expect200(await client.get(`/webhooks/endpoints/${id}/statistics`));
const count = async (id: number, of: string) => (await status(`endpoint_id=${id}&status=${of}`)).length;

/** All but the requests that had started are cancelled, and those that had started are recorded. */
async function assertCancelled({ id, answerAll, sent }: Busy): Promise<void> {
  await until(async () => (await count(id, 'cancelled')) + sent() === events);
  const started = sent();
  assert.ok(started < events / 2, `${started} were sent`);
  answerAll();
  await until(async () => (await count(id, 'delivering')) + (await count(id, 'pending')) === 0);
  assert.equal(sent(), started);
}

describe('what a process has taken and not sent yet', () => {
  it('is cancelled when the endpoint is deactivated', async () => {
    const endpoint = await busy('/deactivated', 'shift.signup');
    expect200(await client.post(`/webhooks/endpoints/${endpoint.id}/deactivate`));
    endpoint.answer(204);
    await assertCancelled(endpoint);
  });

  it('is cancelled when the endpoint is deleted', async () => {
    const endpoint = await busy('/deleted', 'shift.updated');
    assert.equal((await client.del(`/webhooks/endpoints/${endpoint.id}`)).status, 204);
    endpoint.answer(204);
    await assertCancelled(endpoint);
  });

  it('is cancelled when the endpoint says that it is gone', async () => {
    const endpoint = await busy('/gone', 'shift.checkin');
    endpoint.answer(410);
    await assertCancelled(endpoint);
  });

  it('goes to the new address when the endpoint is moved', async () => {
    const { id, answer, answerAll, sent } = await busy('/old', 'shift.checkout');
    expect200(await client.patch(`/webhooks/endpoints/${id}`, { url: `${receiver.url}/new` }));
    // Each answer that is written down is an occasion to notice the move. Before that, another one may go to the old address.
    await until(async () => {
      const { succeeded } = await statistics(id);
      answer(204);
      await until(async () => (await statistics(id)).succeeded > succeeded);
      return receiver.at('/new').length > 0;
    });
    const started = sent();
    assert.ok(started < events / 2, `${started} were sent to the old address`);
    answerAll();
    await until(async () => (await statistics(id)).succeeded === 100 + events);
    assert.deepEqual([sent(), receiver.at('/new').length], [started, events - started]);
  });

  it('has logged no error over all this', () => assert.deepEqual(muster.errors, []));
});
