import assert from 'node:assert/strict';
import { it } from 'node:test';
import { queryOnce } from '#test/database.ts';
import { startMuster } from '#test/process.ts';
import { type Pair, startPair } from '#test/standby.ts';
import { until } from '#test/until.ts';
import { createShift, logIn, pauseReplay, statusOfShift } from './load.ts';

/** Reads from a real standby: people see their own changes, and a standby that is paused or gone is left out. */
it('reads from a replica are fresh enough', { timeout: 300_000 }, async () => {
  const pair = await startPair();
  try {
    await readFrom(pair);
  } finally {
    await pair.stop();
  }
});

async function readFrom({ primary, standby }: Pair): Promise<void> {
  const environment = {
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
    MUSTER_DEMO: 'on',
    MUSTER_RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
  };
  const [first, second] = [
    await startMuster(['serve'], environment),
    await startMuster(['serve'], environment),
  ];
  const [writer, reader] = [await logIn(first.url, 'coordinator'), await logIn(first.url, 'owner')];

  const create = () => createShift(first.url, writer);
  const statusOf = (id: number, url: string, token: string, headers: Record<string, string> = {}) =>
    statusOfShift(url, id, token, headers);

  const old = await create();
  const pause = () => pauseReplay(standby.url);
  const resume = () => queryOnce(standby.url, 'select pg_wal_replay_resume()');
  /** What a paused standby cannot have is missing. */
  const comesFromStandby = async () => {
    await pause();
    const status = await statusOf((await create()).id, second.url, reader);
    await resume();
    return status === 404;
  };

  await until(comesFromStandby);
  console.log('Reads come from the standby.');

  const seesOwn = async () => {
    const { id, writtenAt } = await create();
    assert.equal(await statusOf(id, first.url, writer), 200, 'in the same process');
    const sent = { 'muster-written-at': writtenAt };
    assert.equal(await statusOf(id, second.url, writer, sent), 200, 'in another process, with the header');
    const cookie = { cookie: `muster_written_at=${writtenAt}` };
    assert.equal(await statusOf(id, second.url, writer, cookie), 200, 'in another process, with the cookie');
    return id;
  };
  for (let turn = 0; turn < 50; turn += 1) await seesOwn();
  console.log('50 changes were read back at once.');

  await pause();
  await seesNewOrganization(first.url);
  const missing = await seesOwn();
  const pausedAtMs = performance.now();
  await until(async () => (await statusOf(missing, second.url, reader)) === 200);
  console.log(`A paused standby was left out after ${Math.round(performance.now() - pausedAtMs)} ms.`);
  for (let turn = 0; turn < 10; turn += 1) await seesOwn();

  await resume();
  await until(comesFromStandby);
  console.log('It is used again after it has caught up.');

  const reads = (async () => {
    const statuses: number[] = [];
    while (statuses.length < 300) statuses.push(await statusOf(old.id, second.url, reader));
    return statuses;
  })();
  await standby.stop();
  assert.deepEqual(new Set(await reads), new Set([200]));
  console.log('Reads went on when it ended.');
  for (const muster of [first, second]) assert.equal((await muster.stop()).code, 0);
}

/** Of someone who has just created an account, by a client that repeats no header and no cookie. */
async function seesNewOrganization(url: string): Promise<void> {
  const account = { email: 'new@example.org', password: 'demo-password', name: 'New' };
  const ask = async (path: string, token?: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, path);
    return (await answer.json()) as Record<string, unknown>;
  };
  await ask('/auth/signup', undefined, { ...account, organization_name: 'New' });
  const token = String((await ask('/auth/login', undefined, account))['access_token']);
  const { items } = (await ask('/organizations', token)) as { items: { id: number; name: string }[] };
  const created = items.find(({ name }) => name === 'New');
  await ask(`/organizations/${created?.id}`, token);
}
