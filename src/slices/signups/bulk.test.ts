import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Answer, assertRefused, expect200, type Person } from '#test/people.ts';
import { planning, timesIn } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, volunteers, signUp, roster, statusOf, organizationId } = harbor;

const onRegistrations = (verb: string, body: object, client = planner): Promise<Answer> =>
  client.post(`/organizations/${organizationId}/registrations/${verb}`, body);
const onShifts = (verb: string, body: object): Promise<Answer> =>
  planner.post(`/organizations/${organizationId}/shifts/${verb}`, body);

async function registrationOf(person: Person, shiftId: number): Promise<number> {
  const row = (await roster(shiftId)).findLast(({ user_id }) => user_id === person.id);
  assert.ok(row);
  return row.id;
}

/** A shift with one spot per confirmed person, and people who wait for it. */
async function fullShift(waiting: number, fields: object = {}, hours = 72) {
  const id = await shift({ capacity: 1, waitlist_capacity: 20, ...fields }, hours);
  const people = await volunteers(waiting + 1);
  for (const person of people) expect200(await signUp(person, id));
  const ids = await Promise.all(people.map((person) => registrationOf(person, id)));
  return { id, people, ids };
}

async function eventsOf(registrationId: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where (data ->> 'registration_id')::bigint = ${registrationId} order by position
  `.execute(muster.database.db);
  return rows.map((row) => row.type);
}

async function auditOf(person: Person, action: string) {
  const { items } = expect200(
    await planner.get(`/audit?organization_id=${organizationId}&user_id=${person.id}&limit=100`),
  );
  return items.find((entry: { action: string }) => entry.action === action);
}

interface Item {
  readonly id: number;
  readonly status: string;
  readonly problem: { readonly code: string; readonly errors: { readonly code: string }[] } | null;
}
const shown = (answer: Answer) =>
  expect200(answer).items.map(({ id, status, problem }: Item) => [id, status, problem?.code ?? null]);

describe('giving a spot to a person on the waitlist', () => {
  it('passes those before them where a spot is free, as any promotion does', async () => {
    const { id, people, ids } = await fullShift(3);
    expect200(await planner.patch(`/shifts/${id}`, { capacity: 1, waitlist_capacity: 20 }));
    await sql`update shift_seats set capacity = 2 where shift_id = ${id}`.execute(muster.database.db);
    const { message, registration } = expect200(await planner.post(`/registrations/${ids[3]}/promote`));
    assert.deepEqual([registration.status, message], ['active', 'Test volunteer is signed up.']);
    assert.deepEqual(await Promise.all(people.map((person) => statusOf(person, id))), [
      'active',
      'waitlisted',
      'waitlisted',
      'active',
    ]);
    assert.deepEqual(await eventsOf(registration.id), ['shift.waitlisted', 'shift.waitlist_promoted']);
  });

  it('on a full shift needs the capacity lifted, with a reason that is kept', async () => {
    const { id, people, ids } = await fullShift(1);
    const [, ada] = people;
    assert.ok(ada);
    const path = `/registrations/${ids[1]}/promote`;
    assertRefused(await planner.post(path), 409, 'capacity_conflict');
    assertRefused(await planner.post(path, { override: { reason: 'Needed' } }), 409, 'capacity_conflict');
    const override = { reason: 'A chair more', capacity: true };
    const { registration } = expect200(await planner.post(path, { override }));
    assert.deepEqual([registration.status, registration.flags], ['active', ['override']]);
    const entry = await auditOf(ada, 'registration.promoted');
    assert.deepEqual([entry.reason, entry.after.passed], ['A chair more', ['shift_full']]);
    assert.equal(expect200(await planner.get(`/shifts/${id}`)).signup_count, 2);
    assertRefused(await planner.post(path), 409, 'conflict');
  });

  it('never puts a person in two places, whatever is overridden', async () => {
    const { people, ids } = await fullShift(1, {}, 200);
    const [, ada] = people;
    assert.ok(ada);
    expect200(await signUp(ada, await shift({}, 201)));
    const override = { reason: 'Because', capacity: true };
    const answer = await planner.post(`/registrations/${ids[1]}/promote`, { override });
    assertRefused(answer, 409, 'schedule_conflict');
  });

  it('takes them off waitlists at the same time', async () => {
    const one = await fullShift(1, {}, 220);
    const [, ada] = one.people;
    assert.ok(ada);
    const other = await fullShift(0, {}, 221);
    expect200(await signUp(ada, other.id));
    const ids = [one.ids[1], await registrationOf(ada, other.id)];
    const override = { reason: 'Because', capacity: true };
    const answer = await onRegistrations('promote', { ids, override });
    assert.deepEqual(shown(answer), [
      [ids[0], 'done', null],
      [ids[1], 'refused', 'conflict'],
    ]);
    assert.equal(await statusOf(ada, other.id), 'cancelled');
  });

  it('is the approval where one is needed, and takes up an offer', async () => {
    const programId = await harbor.program({ policies: { waitlist_mode: 'offer' } });
    const fields = { program_id: programId, requires_approval: true };
    const { id, people, ids } = await fullShift(1, fields, 260);
    const [first, ada] = people;
    assert.ok(first && ada);
    expect200(await onRegistrations('reject', { ids: [ids[0]] }));
    assert.equal(await statusOf(ada, id), 'offered');
    expect200(await planner.post(`/registrations/${ids[1]}/promote`));
    assert.equal(await statusOf(ada, id), 'active');
  });

  it('counts the spots that the same call has given', async () => {
    const { ids } = await fullShift(3, {}, 280);
    const [, ...waiting] = ids;
    await sql`update shift_seats set capacity = 3 where shift_id = (select shift_id from registrations where id = ${ids[0]})`.execute(
      muster.database.db,
    );
    const answer = await onRegistrations('promote', { ids: waiting });
    assert.deepEqual(shown(answer), [
      [waiting[0], 'done', null],
      [waiting[1], 'done', null],
      [waiting[2], 'refused', 'capacity_conflict'],
    ]);
    const { done, unchanged, refused } = answer.body;
    assert.deepEqual([done, unchanged, refused], [2, 0, 1]);
    const override = { reason: 'A chair more', capacity: true };
    const again = await onRegistrations('promote', { ids: waiting, override });
    assert.deepEqual(
      expect200(again).items.map(({ status }: Item) => status),
      ['unchanged', 'unchanged', 'done'],
    );
  });
});

describe('a decision about many registrations', () => {
  it('approves those that wait, and says of each what became of it', async () => {
    const people = await volunteers(2);
    const id = await shift({ requires_approval: true, capacity: 2, waitlist_capacity: 5 }, 300);
    const late = await volunteer();
    for (const person of [...people, late]) expect200(await signUp(person, id));
    const ids = await Promise.all([...people, late].map((person) => registrationOf(person, id)));
    const answer = await onRegistrations('approve', { ids: [...ids, 999_999] });
    assert.deepEqual(shown(answer), [
      [ids[0], 'done', null],
      [ids[1], 'done', null],
      [ids[2], 'refused', 'conflict'],
      [999_999, 'refused', 'not_found'],
    ]);
    assert.equal(answer.body.items[0].registration.status, 'active');
    assert.deepEqual(await eventsOf(ids[0] ?? 0), ['shift.signup', 'shift.signup_approved']);
    const again = await onRegistrations('approve', { ids: ids.slice(0, 2) });
    assert.deepEqual([again.body.done, again.body.unchanged], [0, 2]);
  });

  it('cancels many with a reason, and the waitlist moves up', async () => {
    const { id, people, ids } = await fullShift(2, {}, 320);
    const [holder, next, last] = people;
    assert.ok(holder && next && last);
    const answer = await onRegistrations('cancel', { ids: [ids[0], ids[2]], reason: 'No bus' });
    assert.equal(expect200(answer).done, 2);
    assert.equal(answer.body.items[0].registration.cancel_reason, 'No bus');
    assert.deepEqual(await Promise.all([holder, next, last].map((person) => statusOf(person, id))), [
      'cancelled',
      'active',
      'cancelled',
    ]);
    assert.equal((await auditOf(holder, 'registration.cancelled')).reason, 'No bus');
  });

  it('rejects many, and the spots go to those who wait', async () => {
    const fields = { requires_approval: true, capacity: 2, waitlist_capacity: 5 };
    const id = await shift(fields, 340);
    const people = await volunteers(4);
    for (const person of people) expect200(await signUp(person, id));
    const ids = await Promise.all(people.slice(0, 2).map((person) => registrationOf(person, id)));
    expect200(await onRegistrations('reject', { ids, reason: 'Too late' }));
    assert.deepEqual(await Promise.all(people.map((person) => statusOf(person, id))), [
      'cancelled',
      'cancelled',
      'pending_approval',
      'pending_approval',
    ]);
  });

  it('moves as many as the other shift has spots for; the others keep theirs', async () => {
    const from = await shift({}, 360);
    const to = await shift({ capacity: 2 }, 380);
    const people = await volunteers(3);
    for (const person of people) expect200(await signUp(person, from));
    const ids = await Promise.all(people.map((person) => registrationOf(person, from)));
    const answer = await onRegistrations('move', { ids, shift_id: to });
    assert.deepEqual(shown(answer), [
      [ids[0], 'done', null],
      [ids[1], 'done', null],
      [ids[2], 'refused', 'capacity_conflict'],
    ]);
    assert.deepEqual(
      answer.body.items[2].problem.errors.map(({ code }: { code: string }) => code),
      ['shift_full'],
    );
    const { shift_id, status, id } = answer.body.items[0].registration;
    assert.deepEqual([shift_id, status], [to, 'active']);
    assert.deepEqual(await eventsOf(id), ['shift.signup_changed']);
    const override = { reason: 'A chair more', capacity: true };
    assert.equal(expect200(await onRegistrations('move', { ids: [ids[2]], shift_id: to, override })).done, 1);
  });

  it('moves many to another role of the same shift, each counted once', async () => {
    const roles = [
      { key: 'cook', name: 'Cook', capacity: 2 },
      { key: 'driver', name: 'Driver', capacity: 1 },
    ];
    const id = await shift({ capacity: 2, roles }, 400);
    const people = await volunteers(2);
    for (const person of people) expect200(await signUp(person, id, { role_key: 'cook' }));
    const ids = await Promise.all(people.map((person) => registrationOf(person, id)));
    const answer = await onRegistrations('move', { ids, shift_id: id, role_key: 'driver' });
    assert.deepEqual(shown(answer), [
      [ids[0], 'done', null],
      [ids[1], 'refused', 'capacity_conflict'],
    ]);
    const unknown = { ids, shift_id: id, role_key: 'pilot' };
    assertRefused(await onRegistrations('move', unknown), 400, 'validation_failed');
  });

  it('keeps to its organization, and is for coordinators', async () => {
    const there = await planning(muster);
    const id = await there.shift({ requires_approval: true });
    const ada = await there.volunteer();
    const { registration } = expect200(await there.signUp(ada, id));
    const ids = [registration.id];
    for (const verb of ['approve', 'reject', 'cancel', 'promote'])
      assert.deepEqual(shown(await onRegistrations(verb, { ids })), [[ids[0], 'refused', 'not_found']]);
    assert.equal(await there.statusOf(ada, id), 'pending_approval');
    assertRefused(await onRegistrations('move', { ids, shift_id: id }), 400, 'validation_failed');
    const someone = muster.as((await volunteer()).token);
    assertRefused(await onRegistrations('approve', { ids }, someone), 403, 'forbidden');
    assertRefused(await onRegistrations('approve', { ids: [] }), 400, 'validation_failed');
    const tooMany = Array.from({ length: 201 }, (_, index) => index + 1);
    assertRefused(await onRegistrations('approve', { ids: tooMany }), 400, 'validation_failed');
  });

  it('sent again under the same key acts once', async () => {
    const { ids } = await fullShift(0, {}, 420);
    const send = () =>
      muster.app.inject({
        method: 'POST',
        url: `/api/v1/organizations/${organizationId}/registrations/cancel`,
        headers: { authorization: `Bearer ${harbor.owner.token}`, 'idempotency-key': 'cancel-many-1' },
        payload: { ids },
      });
    const [one, two] = [await send(), await send()];
    assert.equal(one.json().done, 1);
    assert.deepEqual(two.json(), one.json());
    assert.equal(two.headers['idempotency-replayed'], 'true');
  });
});

describe('work on many shifts', () => {
  it('publishes drafts, leaves what is published, and says what cannot be', async () => {
    const [draft, published, cancelled] = [
      await shift({ status: 'draft' }),
      await shift(),
      await shift({ status: 'draft' }),
    ];
    expect200(await planner.post(`/shifts/${cancelled}/cancel`));
    const answer = await onShifts('publish', { ids: [draft, published, cancelled, 999_999] });
    assert.deepEqual(shown(answer), [
      [draft, 'done', null],
      [published, 'unchanged', null],
      [cancelled, 'refused', 'conflict'],
      [999_999, 'refused', 'not_found'],
    ]);
    assert.equal(expect200(await planner.get(`/shifts/${draft}`)).status, 'published');
  });

  it('cancels many; everyone on them is off', async () => {
    const ids = [await shift({}, 440), await shift({}, 460)];
    const people = await volunteers(2);
    for (const [index, person] of people.entries()) expect200(await signUp(person, ids[index] ?? 0));
    const answer = await onShifts('cancel', { ids, reason: 'Storm' });
    assert.equal(expect200(answer).done, 2);
    assert.deepEqual(await Promise.all(people.map((person, index) => statusOf(person, ids[index] ?? 0))), [
      'cancelled',
      'cancelled',
    ]);
    assert.equal(expect200(await onShifts('cancel', { ids })).unchanged, 2);
  });

  it('changes many, also occurrences that were edited before, and lets the waitlists move up', async () => {
    const first = await shift({ recurrence: 'FREQ=DAILY;COUNT=2' }, 480);
    const { series_id } = expect200(await planner.get(`/shifts/${first}`));
    const { items } = expect200(await planner.get(`/shifts?series_id=${series_id}`));
    const ids = items.map(({ id }: { id: number }) => id);
    expect200(await planner.patch(`/shifts/${first}`, { location: 'Pier 1' }));
    const full = await fullShift(1, {}, 530);
    const [, ada] = full.people;
    assert.ok(ada);
    const answer = await onShifts('change', { ids: [...ids, full.id], capacity: 7 });
    assert.equal(expect200(answer).done, 3);
    for (const id of ids) assert.equal(expect200(await planner.get(`/shifts/${id}`)).capacity, 7);
    assert.equal(await statusOf(ada, full.id), 'active');
  });

  it('duplicates many, each at its own time, with roles and without people', async () => {
    const roles = [{ key: 'cook', name: 'Cook', capacity: 2 }];
    const one = await shift({ roles, capacity: 4, title: 'Soup' }, 560);
    const two = await shift({ title: 'Bread', waitlist_capacity: 3 }, 580);
    expect200(await signUp(await volunteer(), one, { role_key: 'cook' }));
    const items = [
      { id: one, ...timesIn(600) },
      { id: two, start_time: timesIn(620).start_time, status: 'draft' },
      { id: two, start_time: timesIn(640).start_time, end_time: timesIn(640).start_time },
      { id: 999_999, ...timesIn(600) },
    ];
    const answer = await onShifts('duplicate', { items });
    assert.deepEqual(shown(answer), [
      [one, 'done', null],
      [two, 'done', null],
      [two, 'refused', 'validation_failed'],
      [999_999, 'refused', 'not_found'],
    ]);
    const [soup, bread] = await Promise.all(
      answer.body.items
        .slice(0, 2)
        .map(async ({ created_id }: { created_id: number }) =>
          expect200(await planner.get(`/shifts/${created_id}`)),
        ),
    );
    assert.deepEqual(
      [soup.title, soup.capacity, soup.signup_count, soup.start_time],
      ['Soup', 4, 0, `${timesIn(600).start_time.slice(0, 19)}.000Z`],
    );
    assert.deepEqual(
      soup.roles.map(({ key, capacity, spots_left }: Record<string, unknown>) => [key, capacity, spots_left]),
      [['cook', 2, 2]],
    );
    assert.deepEqual([bread.status, bread.waitlist_capacity, bread.capacity], ['draft', 3, null]);
    expect200(await signUp(await volunteer(), soup.id, { role_key: 'cook' }));
  });
});

describe('the spots left in a role', () => {
  it('are counted down, and never more than the shift has left', async () => {
    const roles = [
      { key: 'cook', name: 'Cook "1", {}', capacity: 2 },
      { key: 'server', name: 'Server', capacity: 20 },
      { key: 'any', name: 'Any', capacity: null },
    ];
    const id = await shift({ roles, capacity: 10 }, 660);
    expect200(await signUp(await volunteer(), id, { role_key: 'cook' }));
    const left = (body: { roles: { spots_left: number }[] }) =>
      body.roles.map(({ spots_left }) => spots_left);
    const one = expect200(await planner.get(`/shifts/${id}`));
    assert.deepEqual(left(one), [1, 9, 9]);
    const { items } = expect200(await planner.get(`/shifts?organization_id=${organizationId}&limit=200`));
    assert.deepEqual(
      items.find((item: { id: number }) => item.id === id),
      one,
    );
    const open = await shift({ roles: [{ key: 'any', name: 'Any' }] }, 680);
    assert.deepEqual(left(expect200(await planner.get(`/shifts/${open}`))), [null]);
  });
});
