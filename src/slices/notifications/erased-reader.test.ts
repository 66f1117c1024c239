import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, password, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { testSmtp } from '#test/smtp.ts';
import { until } from '#test/until.ts';
import { deliver } from './steps/deliver.ts';

const smtp = await testSmtp();
const muster = await peopleApp({
  MUSTER_DEMO: 'off',
  SMTP_URL: smtp.url,
  MUSTER_PUBLIC_URL: 'https://muster.example.org',
});
const { owner, planner, volunteers, organizationId } = await planning(muster);

it('emails that a worker has claimed don’t go to people who have erased their account or left since', async () => {
  // Emails leave in this order.
  const people = (await volunteers(7)).toSorted((one, other) => one.id - other.id);
  const [stays, erased, left] = [people[0], people[5], people[6]];
  assert.ok(stays && erased && left);
  const texts = [{ language: 'en', subject: 'Thanks', text: 'For coming' }];
  const target = { organization_id: organizationId, user_ids: people.map(({ id }) => id) };
  expect200(await planner.post(`/organizations/${organizationId}/messages`, { ...target, texts }));
  const { promise, resolve: open } = Promise.withResolvers<void>();
  smtp.opens = promise;
  const delivery = deliver(muster.platform, undefined);
  await until(async () => smtp.receiving === 4);
  assert.equal((await muster.as(erased.token).del('/me', { password })).status, 204);
  expect200(await muster.as(left.token).post(`/organizations/${organizationId}/leave`));
  open();
  await delivery;
  assert.deepEqual(
    smtp.taken.map(({ recipient }) => recipient).sort(),
    people
      .slice(0, 5)
      .map(({ email }) => email)
      .sort(),
  );
  const { rows } = await sql`select 1 from notification_queue`.execute(muster.database.db);
  assert.deepEqual(rows, []);
  assertRefused(await muster.as(erased.token).get('/me'), 401, 'unauthenticated');
});

it('people can export the messages they wrote or got and the browsers that show them, without keys or other people', async () => {
  const [ada, bea] = await volunteers(2);
  assert.ok(ada && bea);
  const browser = {
    endpoint: 'https://push.example.org/secret-address',
    keys: {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    },
  };
  expect200(await muster.as(ada.token).post('/me/push-subscriptions', browser));
  const texts = [{ language: 'en', subject: 'Keys', text: 'They hang behind the door' }];
  const path = `/organizations/${organizationId}/messages`;
  expect200(await planner.post(path, { user_ids: [ada.id, bea.id], texts }));

  const held = async (client: typeof planner) => expect200(await client.get('/me/export'));
  const hers = await held(muster.as(ada.token));
  assert.equal(hers.push_subscriptions.length, 1);
  assert.equal(hers.push_subscriptions[0].session_id, hers.sessions.at(-1).id);
  assert.deepEqual(hers.messages.sent, []);
  const [{ organization_id, status, texts: got }] = hers.messages.received;
  assert.deepEqual([organization_id, status, got], [organizationId, 'queued', texts]);
  const { sent } = (await held(planner)).messages;
  assert.deepEqual([sent.at(-1).texts, sent.at(-1).recipients, sent.at(-1).audience], [texts, 2, 'people']);
  const exported = JSON.stringify([hers, sent]);
  for (const secret of [browser.endpoint, browser.keys.auth, bea.email, owner.email])
    assert.ok(!exported.includes(secret), secret);

  assert.equal((await muster.as(ada.token).del('/me', { password })).status, 204);
  const { rows } = await sql`select 1 from push_subscriptions where user_id = ${ada.id}`.execute(
    muster.database.db,
  );
  assert.deepEqual(rows, []);
});
