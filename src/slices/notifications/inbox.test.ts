import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { assertRefused, expect200, openSession, type Person, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { testSmtp } from '#test/smtp.ts';
import { until } from '#test/until.ts';

/** A push service that notes what it is sent and answers what the test wants. */
const received: { path: string; headers: NodeJS.Dict<string | string[]>; bytes: number }[] = [];
let answer = 201;
const service = createServer((request, response) => {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, bytes });
    response.writeHead(answer).end();
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
after(() => service.close());
const address = service.address();
const port = typeof address === 'object' && address ? address.port : 0;

const smtp = await testSmtp();
const muster = await peopleApp({
  SMTP_URL: smtp.url,
  MUSTER_DEMO: 'off',
  MUSTER_PUBLIC_URL: 'https://muster.example.org',
  MUSTER_ALLOW_TARGETS: '127.0.0.1',
});
const plan = await planning(muster);
const { as } = muster;

const browser = (path: string) => {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return {
    endpoint: `http://127.0.0.1:${port}/${path}`,
    keys: { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
};
const register = async (person: Person, path: string) =>
  expect200(await as(person.token).post('/me/push-subscriptions', browser(path))).id;
const sentTo = (path: string) => received.filter((one) => one.path === `/${path}`);
const titlesOf = async (person: Person) =>
  expect200(await as(person.token).get('/me/notifications')).items.map(({ title }: { title: string }) =>
    title.replace(/, \w+,? .*$/, ''),
  );
const unreadOf = async (person: Person) => expect200(await as(person.token).get('/me/waiting')).notifications;
const prefer = async (person: Person, notification_preferences: object) =>
  expect200(await as(person.token).patch('/me', { notification_preferences }));

describe('the list of notifications', () => {
  it('has what was sent, counts what is new, and keeps how far it was read', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift({ title: 'Soup' });
    expect200(await plan.signUp(ada, shiftId));
    await muster.deliverMail();
    await plan.leave(ada, shiftId);
    await muster.deliverMail();
    assert.deepEqual(await titlesOf(ada), ['You’ve cancelled: Soup', 'You’re signed up: Soup']);
    assert.equal(await unreadOf(ada), 2);
    const { items } = expect200(await as(ada.token).get('/me/notifications?limit=1'));
    assert.deepEqual([items[0].href, items[0].read], [`/shifts/${shiftId}`, false]);
    expect200(await as(ada.token).post('/me/notifications/read', { until: items[0].id }));
    assert.equal(await unreadOf(ada), 0);
    // A device that has seen less takes nothing back.
    expect200(await as(ada.token).post('/me/notifications/read', { until: 1 }));
    assert.equal(await unreadOf(ada), 0);
    // What is still to come can't be read beforehand.
    expect200(await as(ada.token).post('/me/notifications/read', { until: Number.MAX_SAFE_INTEGER }));
    expect200(await plan.signUp(ada, await plan.shift({ title: 'Bread' })));
    await muster.deliverMail();
    assert.equal(await unreadOf(ada), 1);
    const read = await as(ada.token).post('/me/notifications/read', { until: items[0].id });
    assert.deepEqual(expect200(read), { unread: 1 }, 'what came since then is still new');
  });

  it('also has what someone wants no email about, and lacks what they don’t want there', async () => {
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    await prefer(ada, { signup_confirmed: { email: false } });
    await prefer(ben, { signup_confirmed: { app: false } });
    const shiftId = await plan.shift({ title: 'Bread' });
    for (const person of [ada, ben]) expect200(await plan.signUp(person, shiftId));
    await muster.deliverMail();
    assert.deepEqual([(await titlesOf(ada)).length, smtp.to(ada.email).length], [1, 0]);
    assert.deepEqual([(await titlesOf(ben)).length, smtp.to(ben.email).length], [0, 1]);
    assert.equal(await unreadOf(ben), 0);
  });

  it('has messages with their text', async () => {
    const ada = await plan.volunteer();
    const texts = [{ language: 'en', subject: 'Gloves', text: 'Please bring gloves.' }];
    const body = { user_ids: [ada.id], texts };
    expect200(await plan.planner.post(`/organizations/${plan.organizationId}/messages`, body));
    const { items } = expect200(await as(ada.token).get('/me/notifications'));
    assert.deepEqual(
      items.map((one: Record<string, unknown>) => [one['title'], one['text'], one['href']]),
      [['Gloves', 'Please bring gloves.', '/notifications']],
    );
  });
});

describe('a browser that shows notifications', () => {
  it('gets each once, encrypted and signed, until it is removed', async () => {
    const ada = await plan.volunteer();
    const id = await register(ada, 'ada');
    const [first, second] = [await plan.shift({}, 100), await plan.shift({}, 200)];
    expect200(await plan.signUp(ada, first));
    await muster.deliverMail();
    const [push] = sentTo('ada');
    assert.equal(sentTo('ada').length, 1);
    assert.equal(push?.headers['content-encoding'], 'aes128gcm');
    assert.match(String(push?.headers['authorization']), /^vapid t=/);
    assert.ok((push?.bytes ?? 0) > 100);
    assert.equal((await as(ada.token).del(`/me/push-subscriptions/${id}`)).status, 204);
    expect200(await plan.signUp(ada, second));
    await muster.deliverMail();
    assert.equal(sentTo('ada').length, 1);
  });

  it('gets each once while the mail server is away, also what is handed back untried', async () => {
    const people = await plan.volunteers(12);
    for (const [at, person] of people.entries()) await register(person, `away-${at}`);
    const shiftId = await plan.shift({ capacity: 20 }, 250);
    for (const person of people) expect200(await plan.signUp(person, shiftId));
    smtp.mood = 'refusing';
    const delivering = muster.deliverMail();
    const before = smtp.connections;
    await until(() => smtp.connections > before + 8);
    smtp.mood = 'well';
    await delivering;
    const counts = people.map((_, at) => sentTo(`away-${at}`).length);
    assert.deepEqual(counts, Array(12).fill(1));
  });

  it('gets nothing of kinds that are turned off for browsers', async () => {
    const ada = await plan.volunteer();
    await register(ada, 'quiet');
    await prefer(ada, { signup_confirmed: { push: false } });
    expect200(await plan.signUp(ada, await plan.shift({}, 300)));
    await muster.deliverMail();
    assert.deepEqual(sentTo('quiet'), []);
    assert.equal(smtp.to(ada.email).length, 1);
  });

  it('is forgotten when it has withdrawn its permission, and gets nothing after the session has ended', async () => {
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    await register(ada, 'gone');
    await register(ben, 'ended');
    expect200(await as(ben.token).post('/auth/logout'));
    answer = 410;
    const shiftId = await plan.shift({}, 400);
    for (const user_id of [ada.id, ben.id])
      expect200(await plan.planner.post(`/shifts/${shiftId}/signups`, { user_id }));
    await muster.deliverMail();
    answer = 201;
    assert.equal(sentTo('gone').length, 1);
    assert.deepEqual(sentTo('ended'), []);
    assert.deepEqual(expect200(await as(ada.token).get('/me/push-subscriptions')).items, []);
  });

  it('is one of ten at most, is known once, and is on no private network', async () => {
    const ada = await plan.volunteer();
    const same = browser('same');
    for (const _ of [1, 2]) expect200(await as(ada.token).post('/me/push-subscriptions', same));
    const count = async () => expect200(await as(ada.token).get('/me/push-subscriptions')).items.length;
    assert.equal(await count(), 1);
    await register(ada, 'renewed');
    assert.equal(await count(), 1, 'a browser that has a new address is known by that only');
    for (let number = 0; number < 11; number += 1)
      await register({ ...ada, ...(await openSession(muster.platform, ada.id)) }, `many-${number}`);
    assert.equal(await count(), 10);
    const unusable = { ...same, keys: { ...same.keys, p256dh: 'B'.repeat(87) } };
    assertRefused(await as(ada.token).post('/me/push-subscriptions', unusable), 400, 'validation_failed');
    const hidden = { ...same, endpoint: 'https://10.0.0.1/push' };
    assertRefused(await as(ada.token).post('/me/push-subscriptions', hidden), 400, 'validation_failed');
    const ben = await plan.volunteer();
    const { items } = expect200(await as(ada.token).get('/me/push-subscriptions'));
    assertRefused(await as(ben.token).del(`/me/push-subscriptions/${items[0].id}`), 404, 'not_found');
  });
});
