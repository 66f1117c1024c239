import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { eraseStragglers } from '#slices/accounts/commands/erase-account.ts';
import { isAnyoneWaiting } from '#test/database.ts';
import { type Answer, assertRefused, expect200, type Person, password } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { countStatements } from '#test/statements.ts';
import { until } from '#test/until.ts';
import { giveUpMemberships } from './steps/end-membership.ts';

const world = await planning();
const { muster, owner, planner, organizationId, shift, signUp, volunteer, statusOf } = world;
const { as, database } = muster;
const path = `/organizations/${organizationId}`;

const remove = (person: Person, app = muster) => app.as(owner.token).del(`${path}/members/${person.id}`);
const leave = (person: Person) => as(person.token).post(`${path}/leave`);
const erase = (person: Person) => as(person.token).del('/me', { password });
const goes = { removed: remove, left: leave, erased: erase };

async function events(type: string, person: Person) {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from events where type = ${type} and (data ->> 'user_id')::bigint = ${person.id} order by id
  `.execute(database.db);
  return rows.map(({ data }) => data);
}
const mailsTo = async (person: Person) =>
  (await muster.deliverMail()).filter(({ to }) => to === person.email);

describe('a member who goes', () => {
  for (const [reason, go] of Object.entries(goes))
    it(`gives up what is to come (${reason}), on record, and the waitlist gets the spots`, async () => {
      const [ada, next] = [await volunteer(), await volunteer()];
      const [held, waiting, past] = [
        await shift({ capacity: 1, waitlist_capacity: 5 }),
        await shift({ capacity: 1, waitlist_capacity: 5 }, 96),
        await shift({}, -48),
      ];
      await signUp(next, waiting);
      for (const id of [held, waiting]) expect200(await signUp(ada, id));
      expect200(await planner.post(`/shifts/${past}/signups`, { user_id: ada.id }));
      expect200(await signUp(next, held));
      assert.equal(await statusOf(next, held), 'waitlisted');

      assert.ok((await go(ada)).status < 300);
      const newcomer = await volunteer();
      expect200(await signUp(newcomer, held));
      assert.equal(await statusOf(newcomer, held), 'waitlisted');

      assert.deepEqual(
        [await statusOf(ada, held), await statusOf(ada, waiting), await statusOf(ada, past)],
        ['cancelled', 'cancelled', 'active'],
      );
      await muster.deliverMail();
      assert.equal(await statusOf(next, held), 'active');
      assert.equal(await statusOf(newcomer, held), 'waitlisted');
      const by = reason === 'removed' ? owner.id : ada.id;
      assert.deepEqual(await events('member.left', ada), [
        { user_id: ada.id, role: 'volunteer', reason, by },
      ]);
      assert.equal((await events('shift.signup_cancelled', ada)).length, 2);
      const { items } = expect200(
        await planner.get(`/audit?organization_id=${organizationId}&action=registration.cancelled&limit=2`),
      );
      for (const item of items) {
        assert.deepEqual([item.actor_id, item.subject_user_id], [by, ada.id]);
        assert.match(item.reason, /^(?:member_removed|member_left|account_erased)$/);
      }
    });

  it('gives up the spot on a running shift unless they are there', async () => {
    const [ada, bob] = [await volunteer(), await volunteer()];
    const running = await shift({ ...around() });
    for (const person of [ada, bob])
      expect200(await planner.post(`/shifts/${running}/signups`, { user_id: person.id }));
    expect200(await planner.post(`/shifts/${running}/checkin`, { user_id: bob.id }));
    for (const person of [ada, bob]) assert.equal((await remove(person)).status, 204);
    assert.deepEqual([await statusOf(ada, running), await statusOf(bob, running)], ['cancelled', 'active']);
  });

  it('keeps what they have in other organizations', async () => {
    const elsewhere = await planning(muster);
    const ada = await volunteer();
    await sql`
      insert into memberships values (${elsewhere.organizationId}, ${ada.id}, 'volunteer', now())
    `.execute(database.db);
    const theirs = await elsewhere.shift();
    expect200(await signUp(ada, theirs));
    assert.equal((await remove(ada)).status, 204);
    assert.equal(await elsewhere.statusOf(ada, theirs), 'active');
  });

  it('takes a free spot elsewhere that they were passed over for because they were busy here', async () => {
    const elsewhere = await planning(muster);
    const ada = await volunteer();
    const bob = await elsewhere.volunteer();
    await sql`
      insert into memberships values (${elsewhere.organizationId}, ${ada.id}, 'volunteer', now())
    `.execute(database.db);
    const theirs = await elsewhere.shift({ capacity: 1, waitlist_capacity: 5 }, 200);
    expect200(await signUp(bob, theirs));
    expect200(await signUp(ada, theirs));
    const here = await shift({}, 200);
    expect200(await planner.post(`/shifts/${here}/signups`, { user_id: ada.id }));
    assert.equal((await elsewhere.leave(bob, theirs)).status, 204);
    assert.equal(await elsewhere.statusOf(ada, theirs), 'waitlisted');
    assert.equal((await leave(ada)).status, 200);
    await muster.deliverMail();
    assert.equal(await elsewhere.statusOf(ada, theirs), 'active');
  });

  it('costs as many statements with thirty registrations as with three', async () => {
    const count = async (registrations: number) => {
      const ada = await volunteer();
      for (let index = 0; index < registrations; index += 1)
        expect200(await signUp(ada, await shift({}, 300 + index * 3)));
      const { texts } = await countStatements(database.pool, () => remove(ada));
      assert.deepEqual(await liveOf(ada), []);
      return texts.length;
    };
    const few = await count(3);
    assert.ok(few > 0);
    assert.equal(await count(30), few);
  });
});

describe('a removed member', () => {
  it('gets one mail that lists what has ended, and nothing that was waiting to be sent', async () => {
    const ada = await volunteer();
    expect200(await as(ada.token).patch('/me', { language: 'de' }));
    const soon = await shift({ title: 'Soup' }, 20);
    const later = await shift({ title: 'Bread' }, 120);
    for (const id of [soon, later]) expect200(await signUp(ada, id));
    await mailsTo(ada);
    expect200(await planner.post('/jobs/send-reminders', { within_hours: 30 }));
    expect200(await planner.post(`/shifts/${soon}/messages`, { subject: 'Bring gloves', text: 'Cold.' }));
    assert.equal((await remove(ada)).status, 204);
    const mails = await mailsTo(ada);
    const unwanted = mails.filter(({ subject }) =>
      /Erinnerung|Bring gloves|nicht mehr eingetragen/.test(subject),
    );
    assert.deepEqual(unwanted, []);
    const text = mails.find(({ subject }) => /kein Mitglied/.test(subject))?.text ?? '';
    assert.match(text, /2 Schichten.*Soup.*Bread/s);
    assert.equal(expect200(await planner.post('/jobs/send-reminders', { within_hours: 30 })).sent, 0);
  });

  it('loses the link to the organization’s calendar, also after coming back', async () => {
    const ada = await volunteer();
    const body = { organization_id: organizationId };
    const { url } = expect200(await as(ada.token).post('/me/calendar-feeds', body));
    const feed = url.replace('http://muster.test', '');
    assert.equal((await as().get(feed)).status, 200);
    assert.equal((await remove(ada)).status, 204);
    assert.equal((await as().get(feed)).status, 404);
    await rejoin(ada);
    assert.equal((await as().get(feed)).status, 404);
  });

  it('is withdrawn from journeys, and starts over with them after coming back', async () => {
    const steps = [{ key: 'talk', title: 'Talk to us', kind: 'manual' }];
    const plan = {
      organization_id: organizationId,
      name: 'Welcome',
      status: 'published',
      auto_enroll: true,
      steps,
    };
    const journey = expect200(await planner.post('/journeys', plan)).id;
    const ada = await volunteer();
    expect200(await as(ada.token).post(`/journeys/${journey}/enrollments`));
    const status = async () =>
      expect200(await planner.get(`/journeys/${journey}/enrollments?user_id=${ada.id}`)).items[0]?.status;
    assert.equal((await remove(ada)).status, 204);
    assert.equal(await status(), 'withdrawn');
    await rejoin(ada);
    await muster.deliverMail();
    assert.equal(await status(), 'active');
    expect200(await planner.patch(`/journeys/${journey}`, { auto_enroll: false }));
  });

  it('whose account is erased leaves nothing behind that a running request wrote in the end', async () => {
    const ada = await volunteer();
    assert.equal((await erase(ada)).status, 204);
    // As a request would that was let in before.
    await sql`
      insert into memberships (organization_id, user_id, role, joined_at) values (${organizationId}, ${ada.id}, 'volunteer', now())
    `.execute(database.db);
    const call = systemCall('test', Temporal.Now.instant());
    for (let time = 0; time < 2; time += 1) await eraseStragglers(muster.platform, call, { user_id: ada.id });
    const members = await sql`select 1 from memberships where user_id = ${ada.id}`.execute(database.db);
    assert.deepEqual(members.rows, []);
    const left = await events('member.left', ada);
    assert.deepEqual(left.at(-1), { user_id: ada.id, role: 'volunteer', reason: 'erased', by: null });
    assert.equal(left.length, 2);
  });

  it('and was the last owner leaves no one in a closed organization', async () => {
    const [last, comer] = [await muster.person(), await muster.person()];
    const own = await muster.organization(last, 'Alone');
    expect200(await as(last.token).patch(`/organizations/${own}`, { join_rule: 'open' }));
    let joined: Promise<Answer> | undefined;
    await inTransaction(database, {}, async (tx) => {
      const call = systemCall('test', Temporal.Now.instant());
      await giveUpMemberships(tx, muster.platform, call, last.id);
      joined = as(comer.token).post(`/organizations/${own}/join`);
      await until(() => isAnyoneWaiting(database.url));
    });
    assertRefused(await (joined ?? assert.fail()), 403, 'forbidden');
    const { rows } = await sql`select 1 from memberships where organization_id = ${own}`.execute(database.db);
    assert.deepEqual(rows, []);
  });

  it('can come back and sign up again', async () => {
    const ada = await volunteer();
    const id = await shift();
    expect200(await signUp(ada, id));
    assert.equal((await remove(ada)).status, 204);
    assert.equal((await signUp(ada, id)).status, 403);
    await rejoin(ada);
    expect200(await signUp(ada, id));
    assert.equal(await statusOf(ada, id), 'active');
  });
});

describe('a removal at the same moment', () => {
  it('as sign-ups never leaves a former member with a spot', async () => {
    const other = await muster.second();
    for (let round = 0; round < 4; round += 1) {
      const ada = await volunteer();
      const shifts = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => shift({}, 400 + index * 3)));
      const answers = await Promise.all([
        ...shifts.slice(0, 3).map((id) => signUp(ada, id)),
        remove(ada, other),
        ...shifts.slice(3).map((id) => planner.post(`/shifts/${id}/signups`, { user_id: ada.id })),
      ]);
      assert.ok(answers.every(({ status }) => status < 500));
      assert.deepEqual(await liveOf(ada), []);
    }
  });

  it('as promotions and cancellations leaves true counts and no former member on a list', async () => {
    const other = await muster.second();
    const people = await world.volunteers(6);
    const shifts = await Promise.all(
      [500, 503].map((hours) => shift({ capacity: 2, waitlist_capacity: 9 }, hours)),
    );
    for (const person of people) for (const id of shifts) expect200(await signUp(person, id));
    const [first, second, third] = people as [Person, Person, Person];
    const answers = await Promise.all([
      remove(first),
      remove(second, other),
      ...shifts.toReversed().map((id) => world.leave(third, id)),
      ...people.slice(3).map((person) => other.as(person.token).del(`/shifts/${shifts[0]}/signups`)),
    ]);
    assert.ok(answers.every(({ status }) => status < 500));
    await muster.deliverMail();
    for (const person of [first, second]) assert.deepEqual(await liveOf(person), []);
    const { rows } = await sql`
      select 1 from shift_seats seats where shift_id = any(${shifts}::bigint[]) and (active, waitlisted) <> (
        select count(*) filter (where status = 'active'), count(*) filter (where status = 'waitlisted')
        from registrations r where r.shift_id = seats.shift_id and r.organization_id = seats.organization_id)
    `.execute(database.db);
    assert.deepEqual(rows, []);
    assert.equal((await world.roster(shifts[1] ?? 0)).filter(({ status }) => status === 'active').length, 2);
  });

  it('as an enrollment never leaves a former member on a journey', async () => {
    const steps = [{ key: 'talk', title: 'Talk to us', kind: 'manual' }];
    const plan = { organization_id: organizationId, name: 'Drivers', status: 'published', steps };
    const journey = expect200(await planner.post('/journeys', plan)).id;
    const other = await muster.second();
    for (let round = 0; round < 4; round += 1) {
      const ada = await volunteer();
      await Promise.all([
        other.as(owner.token).post(`/journeys/${journey}/enrollments`, { user_id: ada.id }),
        remove(ada),
      ]);
      const { items } = expect200(
        await planner.get(`/journeys/${journey}/enrollments?user_id=${ada.id}&status=active`),
      );
      assert.deepEqual(items, []);
    }
  });
});

async function liveOf(person: Person) {
  const { rows } = await sql`
    select id from registrations where user_id = ${person.id} and status <> 'cancelled'
  `.execute(database.db);
  return rows;
}

async function rejoin(person: Person): Promise<void> {
  const { token } = expect200(await planner.post(`${path}/invitations`, { email: person.email }));
  expect200(await as(person.token).post('/invitations/accept', { token }));
}

function around() {
  const now = Temporal.Now.instant();
  return {
    start_time: now.subtract({ minutes: 20 }).toString(),
    end_time: now.add({ minutes: 100 }).toString(),
  };
}

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
