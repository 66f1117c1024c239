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

/** The newest about an ask: emails about different things are sent in any order. */
async function oneMailFor(person: Person): Promise<Taken> {
  await muster.deliverMail();
  const mail = smtp.to(person.email).findLast(({ text }) => text?.includes('answer=accept'));
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
    // People who decline now must not believe that this cancels.
    const declined = (await as().post(linkIn(mail, 'decline'))).body;
    assert.match(declined, /You’re signed up/);
    assert.match(declined, /still signed up for “Soup”. If you can’t come after all, cancel/);
    assert.equal(await plan.statusOf(ada, shiftId), 'active');
    assert.equal((await plan.leave(ada, shiftId)).status, 204);
    for (const answered of [await as().get(link), await as().post(link)])
      assert.match(answered.body, /No longer open/);
  });

  it('read which role it is about, in the email, on its page and in the app', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift({ roles: [{ key: 'driver', name: 'Van driver' }] });
    await ask(shiftId, [ada], { role_key: 'driver', message: 'Line one\nLine two' });
    const mail = await oneMailFor(ada);
    assert.match(mail.text ?? '', /Role: Van driver/);
    assert.match(mail.html ?? '', /Line one<br>\s*Line two/);
    const page = (await as().get(linkIn(mail, 'accept'))).body;
    assert.match(page, /Van driver/);
    assert.match(page, /Line one<br>\s*Line two/);
    assert.equal(expect200(await as(ada.token).get('/me/asks')).items[0].role_name, 'Van driver');
    const [row] = await as()
      .post(linkIn(mail, 'accept'))
      .then(() => plan.roster(shiftId));
    assert.equal((row as { role_key?: string } | undefined)?.role_key, 'driver');
  });

  it('accept before sign-up opens and after it closes: a coordinator asked them', async () => {
    const program_id = await plan.program({ policies: { signup_closes_minutes: 2_880 } });
    const [ada, ben] = await plan.volunteers(2);
    assert.ok(ada && ben);
    const shiftId = await plan.shift({ program_id }, 20);
    assertRefused(await plan.signUp(ben, shiftId), 409, 'policy_conflict');
    const { items } = expect200(await plan.planner.get(`/shifts/${shiftId}/candidates?limit=200`));
    assert.ok(items.some((one: { user_id: number }) => one.user_id === ada.id));
    const { ask_id } = await ask(shiftId, [ada]);
    assert.equal(await outcomeOf(ada, ask_id), 'accepted');
    assert.deepEqual(
      (await plan.roster(shiftId)).map(({ flags }) => flags),
      [['outside_window']],
    );
  });

  it('who still need approval are told so each time', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift({ requires_approval: true });
    await ask(shiftId, [ada]);
    const link = linkIn(await oneMailFor(ada), 'accept');
    for (const answered of [await as().post(link), await as().post(link), await as().get(link)])
      assert.match(answered.body, /Waiting for approval/);
  });

  it('have nothing to answer once they are on the shift another way', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift();
    await ask(shiftId, [ada]);
    expect200(await plan.signUp(ada, shiftId));
    assert.deepEqual(expect200(await as(ada.token).get('/me/asks')).items, []);
    assert.equal(expect200(await as(ada.token).get('/me/waiting')).asks, 0);
    assert.deepEqual(await asked(shiftId), { [ada.id]: 'accepted' });
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

  it('get the spot with their place on the waitlist, or keep that place', async () => {
    const [ada, bea, cem] = await plan.volunteers(3);
    assert.ok(ada && bea && cem);
    const roles = [
      { key: 'driver', name: 'Driver', capacity: 1 },
      { key: 'cook', name: 'Cook', capacity: 1 },
    ];
    const shiftId = await plan.shift({ capacity: 2, waitlist_capacity: 5, roles });
    for (const person of [ada, bea, cem])
      expect200(await plan.signUp(person, shiftId, { role_key: 'driver' }));
    const { ask_id } = await ask(shiftId, [bea, cem], { role_key: 'cook' });
    assert.equal(expect200(await as(bea.token).get('/me/asks')).items[0]?.id, ask_id);
    assert.equal(await outcomeOf(cem, ask_id), 'accepted');
    assert.equal(await outcomeOf(bea, ask_id), 'too_late');
    assert.deepEqual(
      (await plan.roster(shiftId)).map((row) => [
        row.user_id,
        row.role_key,
        row.status,
        row.waitlist_position,
      ]),
      [
        [ada.id, 'driver', 'active', null],
        [bea.id, 'driver', 'waitlisted', 1],
        [cem.id, 'cook', 'active', null],
      ],
    );
  });

  it('and have an offer for another role leave that spot to the next person who waits for it', async () => {
    const program_id = await plan.program({ policies: { waitlist_mode: 'offer' } });
    const roles = ['a', 'b'].map((key) => ({ key, name: key, capacity: 1 }));
    const shiftId = await plan.shift({ program_id, roles, waitlist_capacity: 5 }, 90);
    const [first, second, third, newcomer] = await plan.volunteers(4);
    assert.ok(first && second && third && newcomer);
    for (const person of [first, second, third])
      expect200(await plan.signUp(person, shiftId, { role_key: 'a' }));
    const { ask_id } = await ask(shiftId, [second], { role_key: 'b' });
    assert.equal((await plan.leave(first, shiftId)).status, 204);
    assert.equal(await plan.statusOf(second, shiftId), 'offered');
    assert.equal(await outcomeOf(second, ask_id), 'accepted');
    expect200(await plan.signUp(newcomer, shiftId, { role_key: 'a' }));
    assert.equal(await plan.statusOf(newcomer, shiftId), 'waitlisted');
    await muster.deliverMail();
    assert.deepEqual(
      [await plan.statusOf(third, shiftId), await plan.statusOf(newcomer, shiftId)],
      ['offered', 'waitlisted'],
    );
  });

  it('twice at once are signed up once', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift();
    const { ask_id } = await ask(shiftId, [ada]);
    const answers = await Promise.all([1, 2, 3].map(() => answer(ada, ask_id, 'accept')));
    assert.deepEqual(
      answers.map(({ body }) => body.outcome),
      ['accepted', 'accepted', 'accepted'],
    );
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

  it('who were too late can’t try again once it is withdrawn', async () => {
    const [ada, bea] = await plan.volunteers(2);
    assert.ok(ada && bea);
    const shiftId = await plan.shift({ capacity: 1 });
    const { ask_id } = await ask(shiftId, [ada, bea]);
    assert.deepEqual([await outcomeOf(ada, ask_id), await outcomeOf(bea, ask_id)], ['accepted', 'too_late']);
    expect200(await plan.planner.post(`/shifts/${shiftId}/asks/withdraw`));
    assert.equal((await plan.leave(ada, shiftId)).status, 204);
    assert.equal(await outcomeOf(bea, ask_id), 'closed');
    assert.deepEqual(await asked(shiftId), { [ada.id]: 'accepted', [bea.id]: 'too_late' });
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
    const user_ids = [fresh.owner.id];
    const oneself = expect200(await fresh.planner.post(`/shifts/${shiftId}/asks`, { user_ids }));
    assert.deepEqual([oneself.asked, oneself.skipped], [0, user_ids]);
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
    const refused = async (body: object) =>
      assertRefused(await plan.planner.post(`/shifts/${shiftId}/asks`, body), 400, 'validation_failed');
    await refused({});
    await refused({ everyone: true, role_key: 'pilot' });
    await refused({ everyone: true, expires_at: '2020-01-01T00:00:00Z' });
    await refused({ everyone: true, expires_at: '2099-01-01T00:00:00Z' });
    const full = await plan.shift({ capacity: 1 });
    expect200(await plan.signUp(await plan.volunteer(), full));
    const answer = await plan.planner.post(`/shifts/${full}/asks`, { everyone: true });
    assertRefused(answer, 409, 'policy_conflict');
    assert.match(JSON.stringify(answer.body), /The only spot on this shift is taken/);
  });
});
