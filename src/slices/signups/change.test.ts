import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, refusedFields } from '#test/people.ts';
import { bornYearsAgo, planning, rulesOf } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, signUp, change, statusOf } = harbor;

describe('changing a registration', () => {
  it('moves it: the old one is cancelled, the new one active, and the old spot goes to the waitlist', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const from = await shift({ capacity: 1, waitlist_capacity: 1 }, 50);
    const to = await shift({ roles: [{ key: 'cook', name: 'Cook', capacity: 1 }] }, 51);
    const old = expect200(await signUp(ada, from)).registration;
    expect200(await signUp(ben, from));
    const { success, registration } = expect200(await change(ada, from, to, { role_key: 'cook' }));
    assert.deepEqual(
      [success, registration.status, registration.shift_id, registration.role_key],
      [true, 'active', to, 'cook'],
    );
    assert.deepEqual([await statusOf(ada, from), await statusOf(ben, from)], ['cancelled', 'active']);
    const { items } = expect200(await planner.get(`/shifts/${from}/signups?status=cancelled`));
    assert.deepEqual(
      items.map(({ cancel_reason }: { cancel_reason: string }) => cancel_reason),
      ['switched'],
    );
    const { rows } = await sql<{ data: object }>`
      select data from events where type = 'shift.signup_changed' and (data ->> 'registration_id')::bigint = ${registration.id}
    `.execute(muster.database.db);
    assert.deepEqual(rows[0]?.data, {
      registration_id: registration.id,
      shift_id: to,
      user_id: ada.id,
      role_key: 'cook',
      status: 'active',
      from_shift_id: from,
      from_registration_id: old.id,
    });
  });

  it('tells no other organization who someone is or where they are', async () => {
    const ada = await volunteer();
    const here = await shift({}, 52);
    expect200(await signUp(ada, here));
    const stranger = await muster.person();
    const elsewhere = await planning(muster);
    const there = await elsewhere.shift({}, 52);
    const asked = (userId: number, current: number) =>
      elsewhere.planner.post(`/shifts/${there}/signups/change`, {
        user_id: userId,
        current_shift_id: current,
      });
    for (const [userId, current] of [
      [ada.id, here],
      [stranger.id, here],
      [999_999_999, here],
    ] as const) {
      const answer = await asked(userId, current);
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(rulesOf(answer), ['not_a_member']);
      assert.doesNotMatch(JSON.stringify(answer.body), /Test/);
    }
    const both = await muster.member(elsewhere.organizationId, 'volunteer');
    await sql`
      insert into memberships (organization_id, user_id, role, joined_at) values (${harbor.organizationId}, ${both.id}, 'volunteer', now())
    `.execute(muster.database.db);
    expect200(await signUp(both, here));
    assert.deepEqual(rulesOf(await asked(both.id, here)), rulesOf(await asked(both.id, there)));
    assert.equal(await statusOf(both, here), 'active');
  });

  it('asks for approval where the destination does', async () => {
    const ada = await volunteer();
    const [from, to] = [await shift({}, 60), await shift({ requires_approval: true }, 70)];
    expect200(await signUp(ada, from));
    assert.equal(expect200(await change(ada, from, to)).registration.status, 'pending_approval');
    assert.equal(expect200(await change(ada, to, from)).registration.status, 'active');
  });

  it('changes the role on one shift, also on a full one', async () => {
    const ada = await volunteer();
    const id = await shift({
      capacity: 1,
      roles: [
        { key: 'cook', name: 'Cook', capacity: 1 },
        { key: 'host', name: 'Host', capacity: 1 },
      ],
    });
    expect200(await signUp(ada, id, { role_key: 'cook' }));
    assert.equal(expect200(await change(ada, id, id, { role_key: 'host' })).registration.role_key, 'host');
    assertRefused(await change(ada, id, id, { role_key: 'host' }), 409, 'already_registered');
    assert.equal(expect200(await planner.get(`/shifts/${id}`)).signup_count, 1);
  });

  it('answers 409 with every reason, and leaves the old spot where it is', async () => {
    const program_id = await harbor.program({ policies: { change_cutoff_hours: 48 } });
    const ada = await volunteer();
    const from = await shift({ program_id }, 40);
    const to = await shift({ capacity: 1, mission_id: await harbor.mission() }, 80);
    expect200(await signUp(ada, from));
    expect200(await signUp(ada, await shift({}, 81)));
    expect200(await signUp(await volunteer(), to));
    const answer = await change(ada, from, to);
    assertRefused(answer, 409, 'schedule_conflict');
    assert.deepEqual(rulesOf(answer), ['change_cutoff', 'different_mission', 'overlap', 'shift_full']);
    for (const { path, message } of answer.body.errors) assert.ok(path && message);
    assert.equal(await statusOf(ada, from), 'active');
  });

  it('answers 409 with the code of each kind of conflict', async () => {
    const ada = await volunteer();
    const from = await shift({}, 90);
    expect200(await signUp(ada, from));
    const full = await shift({ capacity: 1, waitlist_capacity: 5 }, 100);
    expect200(await signUp(await volunteer(), full));
    assertRefused(await change(ada, from, full), 409, 'capacity_conflict');
    const cancelled = await shift({}, 100);
    expect200(await planner.post(`/shifts/${cancelled}/cancel`));
    assertRefused(await change(ada, from, cancelled), 409, 'policy_conflict');
    assertRefused(await change(ada, from, await shift({}, -5)), 409, 'policy_conflict');
    const mine = await shift({}, 110);
    expect200(await signUp(ada, mine));
    assertRefused(await change(ada, from, mine), 409, 'already_registered');
    assertRefused(await change(ada, from, await shift({}, 111)), 409, 'schedule_conflict');
    await sql`
      insert into availability (user_id, time_zone, weekly, updated_at)
      values (${ada.id}, 'UTC', '[{"weekday":1,"from":"03:00","until":"03:01"}]', now())
    `.execute(muster.database.db);
    assertRefused(await change(ada, from, await shift({}, 120)), 409, 'availability_conflict');
  });

  it('answers 412 where profile or requirements are incomplete, with each of them', async () => {
    const mission_id = await harbor.mission();
    const ada = await volunteer();
    const [from, to] = [await shift({ mission_id }, 130), await shift({ mission_id }, 140)];
    expect200(await signUp(ada, from));
    expect200(
      await planner.patch(`/missions/${mission_id}`, {
        requirements: { profile_fields: ['phone', 'emergency_contact'], minimum_age: 21 },
      }),
    );
    const answer = await change(ada, from, to);
    assertRefused(answer, 412, 'profile_incomplete');
    assert.deepEqual(refusedFields(answer).sort(), [
      'profile.date_of_birth',
      'profile.emergency_contact',
      'profile.phone',
    ]);
    const mended = {
      phone: '+49 40 1234567',
      emergency_contact: { name: 'Ben', phone: '+49 40 7654321' },
      date_of_birth: bornYearsAgo(19),
    };
    expect200(await muster.as(ada.token).patch('/me', mended));
    assertRefused(await change(ada, from, to), 412, 'requirements_incomplete');
    assert.equal(await statusOf(ada, from), 'active');
  });

  it('needs a registration to move, two shifts that exist, and roles that agree', async () => {
    const ada = await volunteer();
    const to = await shift(
      {
        roles: [
          { key: 'cook', name: 'Cook' },
          { key: 'host', name: 'Host' },
        ],
      },
      150,
    );
    const from = await shift({}, 160);
    assert.deepEqual(refusedFields(await change(ada, from, to)), ['current_shift_id']);
    expect200(await signUp(ada, from));
    const { roles } = expect200(await planner.get(`/shifts/${to}`));
    assert.deepEqual(refusedFields(await change(ada, from, to, { role_id: roles[0].id, role_key: 'host' })), [
      'role_key',
    ]);
    assert.deepEqual(refusedFields(await change(ada, 999_999, to)), ['current_shift_id']);
    assertRefused(await change(ada, from, 999_999), 404, 'not_found');
    assertRefused(await change(ada, from, await shift({ status: 'draft' })), 404, 'not_found');
    const client = muster.as(ada.token);
    for (const body of [undefined, {}, { current_shift_id: `${from}` }, { current_shift_id: null }])
      assertRefused(await client.post(`/shifts/${to}/signups/change`, body), 400, 'validation_failed');
    assertRefused(
      await muster.as().post(`/shifts/${to}/signups/change`, { current_shift_id: from }),
      401,
      'unauthenticated',
    );
    const key = muster.as(await muster.apiKey(harbor.owner, harbor.organizationId, ['shifts']));
    const unnamed = await key.post(`/shifts/${to}/signups/change`, { current_shift_id: from });
    assertRefused(unnamed, 400, 'validation_failed');
    assert.deepEqual(refusedFields(unnamed), ['user_id']);
    expect200(await change(ada, from, to, { role_id: roles[0].id, role_key: 'cook' }));
  });

  it('does it once for one Idempotency-Key', async () => {
    const ada = await volunteer();
    const [from, to] = [await shift({}, 170), await shift({}, 180)];
    expect200(await signUp(ada, from));
    const send = () =>
      muster
        .as(ada.token)
        .post(`/shifts/${to}/signups/change`, { current_shift_id: from }, { 'idempotency-key': 'move' });
    const [first, second] = [await send(), await send()];
    assert.deepEqual(first.body, expect200(second));
    assert.equal(second.headers['idempotency-replayed'], 'true');
  });
});
