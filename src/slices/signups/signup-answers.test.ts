import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/index.ts';
import { lockPeople, lockShifts } from '#slices/shifts/index.ts';
import { expect200, type Person } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { signUpAll } from './commands/sign-up.ts';
import type { SignupAttempt } from './steps/decide-signups.ts';

const harbor = await planning();
const { muster, planner, shift, signUp } = harbor;

async function ada(): Promise<Person> {
  const person = await harbor.volunteer();
  await sql`update users set name = 'Ada' where id = ${person.id}`.execute(muster.database.db);
  return person;
}

const signUpOther = (person: Person, id: number) =>
  planner.post(`/shifts/${id}/signups`, { user_id: person.id });
const messageOf = (answer: Parameters<typeof expect200>[0]) => expect200(answer).message as string;

async function fullShift(): Promise<number> {
  const id = await shift({ capacity: 1, waitlist_capacity: 5 });
  for (const person of await harbor.volunteers(2)) expect200(await signUp(person, id));
  return id;
}

describe('the answer to a sign-up', () => {
  it('speaks to people about themselves', async () => {
    const self = await ada();
    assert.equal(messageOf(await signUp(self, await shift())), 'You’re signed up.');
    const approved = await shift({ requires_approval: true }, 100);
    assert.equal(messageOf(await signUp(self, approved)), 'Waiting for approval. We’re holding your spot.');
    assert.equal(
      messageOf(await signUp(await ada(), await fullShift())),
      'This shift is full. You’re number 2 on the waitlist.',
    );
  });

  it('names the person when someone acts for them', async () => {
    const other = await ada();
    assert.equal(messageOf(await signUpOther(other, await shift())), 'Ada is signed up.');
    const approved = await shift({ requires_approval: true }, 100);
    const waiting = expect200(await signUpOther(other, approved));
    assert.equal(waiting.message, 'Waiting for approval. We’re holding a spot for Ada.');
    const path = `/registrations/${waiting.registration.id}/approve`;
    assert.equal(messageOf(await planner.post(path)), 'Ada is signed up.');
    assert.equal(
      messageOf(await signUpOther(await ada(), await fullShift())),
      'This shift is full. Ada is number 2 on the waitlist.',
    );
  });

  it('says who has switched shifts', async () => {
    const [from, to, back] = [await shift({}, 200), await shift({}, 210), await shift({}, 220)];
    const person = await ada();
    expect200(await signUp(person, from));
    assert.equal(messageOf(await harbor.change(person, from, to)), 'You’ve switched shifts.');
    const body = { current_shift_id: to, user_id: person.id };
    assert.equal(
      messageOf(await planner.post(`/shifts/${back}/signups/change`, body)),
      'Ada has switched shifts.',
    );
  });

  it('writes dates and clocks as the device of the reader does, wherever the shift is', async () => {
    const id = await shift({ time_zone: 'Europe/London' }, -1);
    const person = await harbor.volunteer();
    const started = async (wanted: string): Promise<string> => {
      const headers = { 'accept-language': wanted };
      const refused = await muster.as(person.token).post(`/shifts/${id}/signups`, {}, headers);
      return refused.body.errors[0].message;
    };
    assert.match(await started('en-US,en;q=0.9'), /\d:\d\d.[AP]M/);
    assert.match(await started('en-GB'), /[^:\d]\d\d:\d\d[^:]/);
    assert.match(await started('en'), /[^:\d]\d\d:\d\d[^:]/, 'as at the place of the shift');
  });

  it('sends only people themselves to their own pages', async () => {
    const id = await shift({}, 300);
    const person = await ada();
    expect200(await signUp(person, id));
    assert.match((await signUp(person, id)).body.detail, /See your shifts/);
    assert.doesNotMatch((await signUpOther(person, id)).body.detail, /your|\/me/);
    const rows = expect200(await planner.post(`/shifts/${id}/signups/bulk`, { user_ids: [person.id] }));
    assert.doesNotMatch(rows.items[0].error.detail, /your|\/me/);
  });
});

describe('sign-ups that are decided together', () => {
  const attempt = (userId: number, key: string, fingerprint = 'same'): Omit<SignupAttempt, 'shiftId'> => ({
    call: {
      actor: { kind: 'person', userId, sessionId: 1, language: 'en' },
      language: 'en',
      now: muster.platform.clock(),
      requestId: 'test',
      address: null,
      userAgent: null,
      idempotency: { scope: `person:${userId}`, key, fingerprint, state: 'open' },
    },
    userId,
    input: {},
  });
  const run = (shiftId: number, attempts: readonly Omit<SignupAttempt, 'shiftId'>[]) =>
    inTransaction(muster.database, {}, (tx) =>
      signUpAll(
        tx,
        muster.database,
        attempts.map((one) => ({ ...one, shiftId })),
      ),
    );
  const codesOf = (answers: Awaited<ReturnType<typeof run>>) =>
    answers.map((answer) => ('refusal' in answer ? answer.refusal.code : answer.answer.registration.status));

  it('each keep the promises of their own Idempotency-Key', async () => {
    const id = await shift({ capacity: 10 });
    const [one, two, three] = await harbor.volunteers(3);
    assert.ok(one && two && three);
    const first = await run(id, [attempt(one.id, 'a')]);
    const again = attempt(one.id, 'a');
    const answers = await run(id, [
      again,
      attempt(two.id, 'b'),
      attempt(two.id, 'b'),
      attempt(two.id, 'b', 'other'),
      attempt(one.id, 'a', 'other'),
    ]);
    assert.deepEqual(codesOf(answers), [
      'active',
      'active',
      'active',
      'idempotency_mismatch',
      'idempotency_mismatch',
    ]);
    assert.deepEqual(answers[0], first[0]);
    assert.deepEqual(answers[1], answers[2]);
    assert.equal(again.call.idempotency?.state, 'replayed');
    await inTransaction(muster.database, {}, async (tx) => {
      await signUpAll(tx, muster.database, [{ ...attempt(three.id, 'c'), shiftId: id }]);
      const other = await shift({}, 400);
      assert.deepEqual(codesOf(await run(other, [attempt(three.id, 'c'), attempt(two.id, 'd')])), [
        'idempotency_in_flight',
        'active',
      ]);
    });
  });

  it('are not broken by an id that no one can have', async () => {
    const id = await shift({ capacity: 10 });
    const { id: userId } = await harbor.volunteer();
    const odd = [1e300, 2 ** 60, 1.5].map((oddId): Omit<SignupAttempt, 'shiftId'> => {
      return { call: attempt(userId, `odd ${oddId}`).call, userId: oddId, input: {} };
    });
    const codes = codesOf(await run(id, [...odd, attempt(userId, 'fine')]));
    assert.deepEqual(codes.slice(-1), ['active']);
    assert.ok(
      codes.slice(0, -1).every((code) => code !== 'active'),
      String(codes),
    );
  });

  it('get ids in the order in which they came, which is the order of the waitlist', async () => {
    const id = await shift({ capacity: 1, waitlist_capacity: null });
    const people = await harbor.volunteers(12);
    const answers = await run(
      id,
      people.map((person) => attempt(person.id, 'order')),
    );
    const positions = answers.map((answer) =>
      'answer' in answer ? answer.answer.registration.waitlist_position : undefined,
    );
    assert.deepEqual(positions, [null, ...people.slice(1).map((_, index) => index + 1)]);
    assert.deepEqual(
      (await harbor.roster(id)).map(({ user_id }) => user_id),
      people.map((person) => person.id),
    );
  });

  it('do not wait for a shift or a person that another process holds', async () => {
    const [heldShift, heldPersons, free] = [await shift({}, 500), await shift({}, 510), await shift({}, 520)];
    const [one, two, three, four] = await harbor.volunteers(4);
    assert.ok(one && two && three && four);
    const answered: string[] = [];
    const later: Promise<unknown>[] = [];
    const ask = (name: string, person: Person, id: number) => {
      const answer = signUp(person, id).then((response) => {
        expect200(response);
        answered.push(name);
      });
      later.push(answer);
      return answer;
    };
    await muster.database.db.transaction().execute(async (tx) => {
      await lockShifts(tx, [heldShift]);
      await lockPeople(tx, [two.id]);
      await sql`select 1`.execute(tx);
      const waiting = [ask('held shift', one, heldShift), ask('held person', two, heldPersons)];
      await ask('free', three, free);
      // Someone who comes later for the same shift stands behind.
      waiting.push(ask('behind', four, heldShift));
      assert.deepEqual(answered, ['free']);
      assert.equal(waiting.length, 3);
    });
    await Promise.all(later);
    assert.ok(answered.indexOf('held shift') < answered.indexOf('behind'), answered.join());
    assert.equal(answered.length, 4);
  });
});
