import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { assertRefused, expect200, type Person, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { type Taken, testSmtp } from '#test/smtp.ts';

const smtp = await testSmtp();
const muster = await peopleApp({
  SMTP_URL: smtp.url,
  MUSTER_DEMO: 'off',
  MUSTER_PUBLIC_URL: 'https://muster.example.org',
});
const plan = await planning(muster);
const { as } = muster;

afterEach(() => muster.setAhead({ seconds: 0 }));

const ask = async (shiftId: number, people: readonly Person[], body: object = {}) =>
  expect200(
    await plan.planner.post(`/shifts/${shiftId}/asks`, { user_ids: people.map(({ id }) => id), ...body }),
  );
const asked = async (shiftId: number): Promise<Record<number, string>> => {
  const { items } = expect200(await plan.planner.get(`/shifts/${shiftId}/asks`));
  return Object.fromEntries(
    items.map((one: { user_id: number; status: string }) => [one.user_id, one.status]),
  );
};
const answer = (person: Person, askId: number, verb: 'accept' | 'decline') =>
  as(person.token).post(`/me/asks/${askId}/${verb}`);
const outcomeOf = async (person: Person, askId: number, verb: 'accept' | 'decline' = 'accept') =>
  expect200(await answer(person, askId, verb)).outcome;

async function oneMailFor(person: Person): Promise<Taken> {
  await muster.deliverMail();
  const mail = smtp.to(person.email).at(-1);
  assert.ok(mail);
  return mail;
}

const linkIn = (mail: Taken, verb: string): string => {
  const pattern = new RegExp(`https://muster\\.example\\.org/api/v1(/asks/[\\w-]+\\?answer=${verb})`);
  const link = pattern.exec(mail.text ?? '')?.[1];
  assert.ok(link, mail.text ?? '');
  return link;
};

describe('people who are asked to take a shift', () => {
  it('accept from the email without logging in; opening the link changes nothing', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift({ title: 'Soup' });
    const { asked: count } = await ask(shiftId, [ada], { message: 'Please help!', urgent: true });
    assert.equal(count, 1);
    const mail = await oneMailFor(ada);
    assert.match(mail.subject ?? '', /^Urgent: can you help\? Soup/);
    assert.match(mail.text ?? '', /Please help!/);
    const link = linkIn(mail, 'accept');
    for (const _ of [1, 2]) assert.match((await as().get(link)).body, /answer=accept/);
    assert.deepEqual(await asked(shiftId), { [ada.id]: 'asked' });
    assert.match((await as().post(link)).body, /You’re signed up/);
    assert.deepEqual(await asked(shiftId), { [ada.id]: 'accepted' });
    assert.equal(await plan.statusOf(ada, shiftId), 'active');
    assert.match((await as().post(link)).body, /You’re signed up/);
    assert.match((await as().post(linkIn(mail, 'decline'))).body, /No longer open/);
    assert.equal(await plan.statusOf(ada, shiftId), 'active');
  });

  it('have nothing to answer once they are on the shift another way', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift();
    await ask(shiftId, [ada]);
    expect200(await plan.signUp(ada, shiftId));
    assert.deepEqual(expect200(await as(ada.token).get('/me/asks')).items, []);
    assert.equal(expect200(await as(ada.token).get('/me/waiting')).asks, 0);
  });

  it('see it in the app, and are not asked again once they have declined', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift();
    const { ask_id } = await ask(shiftId, [ada]);
    const { items } = expect200(await as(ada.token).get('/me/asks'));
    assert.deepEqual(
      items.map((one: { id: number; shift: { id: number } }) => [one.id, one.shift.id]),
      [[ask_id, shiftId]],
    );
    assert.deepEqual(await ask(shiftId, [ada]).then(({ asked: count, skipped }) => [count, skipped]), [
      0,
      [ada.id],
    ]);
    assert.equal(await outcomeOf(ada, ask_id, 'decline'), 'declined');
    assert.equal(await outcomeOf(ada, ask_id, 'decline'), 'declined');
    assert.deepEqual(expect200(await as(ada.token).get('/me/asks')).items, []);
    assert.equal((await ask(shiftId, [ada])).asked, 0);
    assert.deepEqual(await asked(shiftId), { [ada.id]: 'declined' });
  });

  it('get the spots in the order of their answers, and none of the others a place on the waitlist', async () => {
    const people = await plan.volunteers(6);
    const shiftId = await plan.shift({ capacity: 2, waitlist_capacity: 5 });
    const { ask_id } = await ask(shiftId, people);
    const outcomes = await Promise.all(people.map((person) => outcomeOf(person, ask_id)));
    assert.deepEqual(outcomes.toSorted(), ['accepted', 'accepted', ...Array(4).fill('too_late')]);
    assert.deepEqual(
      (await plan.roster(shiftId)).map(({ status }) => status),
      ['active', 'active'],
    );
    // A spot becomes free: people who were too late can try again.
    const winner = people[outcomes.indexOf('accepted')];
    const loser = people[outcomes.indexOf('too_late')];
    assert.ok(winner && loser);
    assert.equal((await plan.leave(winner, shiftId)).status, 204);
    assert.equal(await outcomeOf(loser, ask_id), 'accepted');
  });

  it('twice at once are signed up once', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift();
    const { ask_id } = await ask(shiftId, [ada]);
    const answers = await Promise.all([1, 2, 3].map(() => answer(ada, ask_id, 'accept')));
    assert.ok(answers.some(({ body }) => body.outcome === 'accepted'));
    assert.deepEqual(
      (await plan.roster(shiftId)).map(({ status }) => status),
      ['active'],
    );
  });

  it('are told what prevents it, and can answer again', async () => {
    const ada = await plan.volunteer();
    const [shiftId, other] = [await plan.shift(), await plan.shift()];
    expect200(await plan.signUp(ada, other));
    const { ask_id } = await ask(shiftId, [ada]);
    assertRefused(await answer(ada, ask_id, 'accept'), 409, 'schedule_conflict');
    const link = linkIn(await oneMailFor(ada), 'accept');
    const refused = await as().post(link);
    assert.equal(refused.status, 409);
    assert.match(refused.body, /You can’t take this shift/);
    assert.equal((await plan.leave(ada, other)).status, 204);
    assert.equal(await outcomeOf(ada, ask_id), 'accepted');
  });

  it('can’t answer after the start, after the time given, or once it is withdrawn', async () => {
    const [ada, bea] = await plan.volunteers(2);
    assert.ok(ada && bea);
    const shiftId = await plan.shift();
    const { ask_id } = await ask(shiftId, [ada, bea]);
    expect200(await plan.planner.post(`/shifts/${shiftId}/asks/withdraw`));
    assert.equal(await outcomeOf(ada, ask_id), 'closed');
    assert.equal((await ask(shiftId, [ada])).asked, 1);
    const soon = await plan.shift();
    const expires_at = Temporal.Now.instant().add({ minutes: 5 }).toString();
    const { ask_id: short } = await ask(soon, [bea], { expires_at });
    muster.setAhead({ minutes: 6 });
    assert.equal(await outcomeOf(bea, short), 'closed');
    assert.deepEqual(await asked(soon), { [bea.id]: 'expired' });
    assert.equal((await ask(soon, [bea])).asked, 1);
  });

  it('are members, and answer only for themselves', async () => {
    const [ada, bea, stranger] = [await plan.volunteer(), await plan.volunteer(), await muster.person()];
    const shiftId = await plan.shift();
    const { ask_id, skipped } = await ask(shiftId, [ada, stranger]);
    assert.deepEqual(skipped, [stranger.id]);
    for (const person of [bea, stranger])
      assertRefused(await answer(person, ask_id, 'accept'), 404, 'not_found');
    expect200(await as(ada.token).post(`/organizations/${plan.organizationId}/leave`));
    assert.deepEqual(await asked(shiftId), { [ada.id]: 'withdrawn' });
  });
});

describe('a call to everyone', () => {
  it('asks those who can take the shift, and no one twice', async () => {
    const fresh = await planning(muster);
    const [free, busy, taken] = await fresh.volunteers(3);
    assert.ok(free && busy && taken);
    const [shiftId, other] = [await fresh.shift(), await fresh.shift()];
    expect200(await fresh.signUp(busy, other));
    expect200(await fresh.signUp(taken, shiftId));
    const call = async () =>
      expect200(await fresh.planner.post(`/shifts/${shiftId}/asks`, { everyone: true, urgent: true }));
    assert.equal((await call()).asked, 1);
    assert.equal((await call()).asked, 0);
    const { items } = expect200(await fresh.planner.get(`/shifts/${shiftId}/asks`));
    assert.deepEqual(
      items.map((one: { user_id: number }) => one.user_id),
      [free.id],
    );
  });

  it('is for published shifts that haven’t started', async () => {
    const draft = await plan.shift({ status: 'draft' });
    assertRefused(
      await plan.planner.post(`/shifts/${draft}/asks`, { everyone: true }),
      409,
      'policy_conflict',
    );
    const shiftId = await plan.shift();
    assertRefused(await plan.planner.post(`/shifts/${shiftId}/asks`, {}), 400, 'validation_failed');
  });
});
