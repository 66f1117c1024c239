import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Answer, assertRefused, expect200, type Person, refusedFields } from '#test/people.ts';
import { bornYearsAgo, planning, rulesOf, timesIn } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, signUp, organizationId } = harbor;
const strict = await harbor.program({
  policies: {
    signup_opens_days: 30,
    signup_closes_minutes: 120,
    min_rest_minutes: 60,
    max_hours_per_week: 5,
  },
});

async function auditOf(registrationId: number) {
  const { rows } = await sql<{
    action: string;
    reason: string | null;
    source: string | null;
    after: Record<string, unknown>;
    actor_id: number;
    request_id: string;
  }>`
    select action, reason, source, after, actor_id, request_id from audit_log
    where object_type = 'registration' and object_id = ${registrationId} order by id
  `.execute(muster.database.db);
  return rows;
}

async function eventsOf(registrationId: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where (data ->> 'registration_id')::bigint = ${registrationId} order by position
  `.execute(muster.database.db);
  return rows.map((row) => row.type);
}

async function declareAvailability(person: Person): Promise<void> {
  // No one can come on the day that everyone has off.
  const weekly = [{ weekday: 1, from: '03:00', until: '03:01' }];
  await sql`
    insert into availability (user_id, time_zone, weekly, updated_at)
    values (${person.id}, 'UTC', ${JSON.stringify(weekly)}::jsonb, now())
  `.execute(muster.database.db);
}

/** Eligibility must say what the sign-up then does. */
async function compared(person: Person, id: number, wish: Record<string, string> = {}): Promise<Answer> {
  const query = new URLSearchParams(wish);
  const before = await muster.as(person.token).get(`/shifts/${id}/eligibility?${query}`);
  const answer = await signUp(person, id, wish);
  if (answer.status === 200) {
    const outcomes = { active: 'confirm', pending_approval: 'await_approval', waitlisted: 'waitlist' };
    const { status } = answer.body.registration as { status: keyof typeof outcomes };
    const { eligible, outcome, code, reasons } = expect200(before);
    assert.deepEqual(
      { eligible, outcome, code, reasons },
      { eligible: true, outcome: outcomes[status], code: null, reasons: [] },
    );
  } else if (before.status === 200) {
    assert.deepEqual([before.body.eligible, before.body.code], [false, answer.body.code]);
    assert.deepEqual(before.body.reasons.map(({ rule }: { rule: string }) => rule).sort(), rulesOf(answer));
    for (const { message, params } of before.body.reasons) assert.ok(message && params);
  } else assert.deepEqual([before.status, before.body.code], [answer.status, answer.body.code]);
  return answer;
}

describe('signing up', () => {
  it('answers success with the registration, for the caller or the named person', async () => {
    const ada = await volunteer();
    const id = await shift();
    const answer = await signUp(ada, id, { user_id: ada.id });
    const { success, message, registration } = expect200(answer);
    assert.ok(success && message);
    assert.deepEqual(
      { ...registration, id: 0, created_at: '', updated_at: '' },
      {
        id: 0,
        shift_id: id,
        user_id: ada.id,
        role_id: null,
        role_key: null,
        status: 'active',
        waitlist_position: null,
        offer_expires_at: null,
        created_at: '',
        updated_at: '',
        cancelled_at: null,
        cancel_reason: null,
        source: 'self_service',
        flags: [],
      },
    );
    assert.deepEqual(await eventsOf(registration.id), ['shift.signup']);
    const [row] = await auditOf(registration.id);
    assert.deepEqual([row?.action, row?.actor_id], ['registration.created', ada.id]);
    assert.equal(expect200(await planner.get(`/shifts/${id}`)).signup_count, 1);
  });

  it('is for oneself; planners and keys sign up members', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const id = await shift();
    assertRefused(await muster.as().post(`/shifts/${id}/signups`), 401, 'unauthenticated');
    assertRefused(await signUp(ada, id, { user_id: ben.id }), 403, 'forbidden');
    assertRefused(await signUp(ada, id, { override: { reason: 'Please' } }), 403, 'forbidden');
    assertRefused(await signUp(ada, 999_999), 404, 'not_found');
    const byPlanner = expect200(await planner.post(`/shifts/${id}/signups`, { user_id: ben.id }));
    assert.equal(byPlanner.registration.source, 'coordinator');
    const key = muster.as(await muster.apiKey(harbor.owner, organizationId, ['shifts']));
    assert.deepEqual(refusedFields(await key.post(`/shifts/${id}/signups`)), ['user_id']);
    assert.equal(
      expect200(await key.post(`/shifts/${id}/signups`, { user_id: ada.id })).registration.source,
      'api',
    );
    const stranger = await muster.person();
    const answer = await planner.post(`/shifts/${id}/signups`, { user_id: stranger.id });
    assert.deepEqual(refusedFields(answer), ['user_id']);
    for (const body of [{ user_id: '1' }, { user_id: 1.5 }, { source: 'magic' }, { role_id: 'x' }])
      assertRefused(await signUp(ada, id, body), 400, 'validation_failed');
  });

  it('asks strangers for an invitation, and says so before they try', async () => {
    const stranger = await muster.person();
    const id = await shift();
    assertRefused(await compared(stranger, id), 403, 'forbidden');
  });

  it('refuses with every reason at once, and eligibility gives the same', async () => {
    const ada = await volunteer();
    expect200(await compared(ada, await shift({}, 100)));
    assertRefused(await compared(ada, await shift({}, 101)), 409, 'schedule_conflict');
    await declareAvailability(ada);
    const id = await shift({ capacity: 1 }, 99);
    expect200(await signUp(await volunteer(), id));
    const answer = await compared(ada, id);
    assertRefused(answer, 409, 'schedule_conflict');
    assert.deepEqual(rulesOf(answer), ['outside_availability', 'overlap', 'shift_full']);
    assertRefused(await compared(ada, await shift({ capacity: 1 }, 200)), 409, 'availability_conflict');
  });

  it('knows the rules of time, rest and hours, and confirms or waits or asks as eligibility said', async () => {
    const [ada, ben, eve] = await harbor.volunteers(3);
    assert.ok(ada && ben && eve);
    const at = (hours: number, fields = {}) => shift({ program_id: strict, ...fields }, hours);
    assert.deepEqual(rulesOf(await compared(ada, await at(24 * 40))), ['signup_not_open']);
    assert.deepEqual(rulesOf(await compared(ada, await at(1))), ['signup_closed']);
    assert.deepEqual(rulesOf(await compared(ada, await at(-1))), ['shift_started']);
    expect200(await compared(ada, await at(240)));
    assert.deepEqual(rulesOf(await compared(ada, await at(242.5))), ['rest_too_short']);
    assert.deepEqual(rulesOf(await compared(ben, await at(300, timesIn(300, 6)))), ['hours_per_week']);
    const cancelled = await at(30);
    expect200(await planner.post(`/shifts/${cancelled}/cancel`));
    assert.deepEqual(rulesOf(await compared(ada, cancelled)), ['shift_cancelled']);
    const small = await at(40, { capacity: 1, waitlist_capacity: 1, requires_approval: true });
    assert.equal((await compared(ben, small)).body.registration.status, 'pending_approval');
    assert.equal((await compared(eve, small)).body.registration.status, 'waitlisted');
    assert.deepEqual(rulesOf(await compared(ben, small)), [
      'already_registered',
      'shift_full',
      'waitlist_full',
    ]);
    const coordinator = await muster.member(organizationId, 'coordinator');
    const late = expect200(await compared(coordinator, await at(1))).registration;
    assert.deepEqual(late.flags, ['outside_window']);
  });

  it('answers 412 with each field and requirement that is missing', async () => {
    const mission_id = await harbor.mission({
      requirements: { profile_fields: ['phone', 'emergency_contact'], minimum_age: 21 },
    });
    const ada = await volunteer();
    const answer = await compared(ada, await shift({ mission_id }));
    assertRefused(answer, 412, 'profile_incomplete');
    assert.deepEqual(refusedFields(answer).sort(), [
      'profile.date_of_birth',
      'profile.emergency_contact',
      'profile.phone',
    ]);
    expect200(
      await muster.as(ada.token).patch('/me', {
        phone: '+49 40 1234567',
        emergency_contact: { name: 'Ben', phone: '+49 40 7654321' },
        date_of_birth: bornYearsAgo(19),
      }),
    );
    const young = await compared(ada, await shift({ mission_id }));
    assertRefused(young, 412, 'requirements_incomplete');
    assert.deepEqual(rulesOf(young), ['minimum_age']);
  });
});

describe('roles', () => {
  it('have their own spots within those of the shift', async () => {
    const id = await shift({
      capacity: 3,
      waitlist_capacity: 5,
      roles: [
        { key: 'driver', name: 'Driver', capacity: 1 },
        { key: 'cook', name: 'Cook' },
      ],
    });
    const { roles } = expect200(await planner.get(`/shifts/${id}`));
    const [a, b, c, d] = await harbor.volunteers(4);
    assert.ok(a && b && c && d);
    const drives = expect200(await compared(a, id, { role_key: 'driver' })).registration;
    assert.deepEqual([drives.role_id, drives.role_key], [roles[0].id, 'driver']);
    const waits = expect200(await compared(b, id, { role_key: 'driver' })).registration;
    assert.deepEqual([waits.status, waits.waitlist_position], ['waitlisted', 1]);
    assert.equal(
      (await signUp(c, id, { role_id: roles[1].id, role_key: 'cook' })).body.registration.status,
      'active',
    );
    assert.equal((await signUp(d, id)).body.registration.role_key, null);
    const eve = await volunteer();
    for (const [wish, path] of [
      [{ role_id: roles[0].id, role_key: 'cook' }, 'role_key'],
      [{ role_id: 999_999 }, 'role_id'],
      [{ role_key: 'pilot' }, 'role_key'],
    ] as const)
      assert.deepEqual(refusedFields(await signUp(eve, id, wish)), [path]);
    // A free spot in another role does not help someone who waits for the driver role.
    assert.equal((await harbor.leave(d, id)).status, 204);
    assert.equal(await harbor.statusOf(b, id), 'waitlisted');
    assert.equal((await harbor.leave(a, id)).status, 204);
    assert.equal(await harbor.statusOf(b, id), 'active');
  });
});

describe('overrides', () => {
  it('lift what they name, with a reason that is kept; never an overlap, capacity only by its own flag', async () => {
    const ada = await volunteer();
    await declareAvailability(ada);
    const mission_id = await harbor.mission({ requirements: { profile_fields: ['phone'] } });
    const id = await shift({ mission_id, capacity: 1 }, 400);
    const asked = { user_id: ada.id, override: { reason: 'Nobody else can drive' } };
    const place = (to: number, override: object) =>
      planner.post(`/shifts/${to}/signups`, { user_id: ada.id, override });
    assertRefused(
      await planner.post(`/shifts/${id}/signups`, { user_id: ada.id }),
      409,
      'availability_conflict',
    );
    assertRefused(await place(id, { reason: ' ' }), 400, 'validation_failed');
    assertRefused(await place(id, {}), 400, 'validation_failed');
    assertRefused(await place(id, { reason: 'x', availability: false }), 409, 'availability_conflict');
    const { registration } = expect200(await planner.post(`/shifts/${id}/signups`, asked));
    assert.deepEqual([registration.status, registration.flags], ['active', ['override']]);
    const [row] = await auditOf(registration.id);
    assert.equal(row?.reason, 'Nobody else can drive');
    assert.deepEqual([...((row?.after['passed'] ?? []) as string[])].sort(), [
      'missing_profile_field',
      'outside_availability',
    ]);
    assertRefused(
      await place(await shift({}, 401), { reason: 'x', capacity: true }),
      409,
      'schedule_conflict',
    );
    const full = await shift({ capacity: 1 }, 500);
    expect200(await signUp(await volunteer(), full));
    assertRefused(await place(full, { reason: 'x' }), 409, 'capacity_conflict');
    expect200(await place(full, { reason: 'x', capacity: true }));
    const after = expect200(await planner.get(`/shifts/${full}`));
    assert.deepEqual([after.signup_count, after.capacity, after.spots_left], [2, 1, 0]);
  });
});

describe('signing up several', () => {
  it('gives each row its own result, in the order of the list', async () => {
    const [a, b, c] = await harbor.volunteers(3);
    assert.ok(a && b && c);
    const id = await shift({ capacity: 1, waitlist_capacity: 1 });
    const stranger = await muster.person();
    const user_ids = [c.id, stranger.id, a.id, b.id];
    const { items } = expect200(await planner.post(`/shifts/${id}/signups/bulk`, { user_ids }));
    assert.deepEqual(
      items.map((row: Answer['body']) => [
        row.user_id,
        row.success,
        row.registration?.status ?? row.error.code,
      ]),
      [
        [c.id, true, 'active'],
        [stranger.id, false, 'validation_failed'],
        [a.id, true, 'waitlisted'],
        [b.id, false, 'capacity_conflict'],
      ],
    );
    const again = expect200(
      await planner.post(`/shifts/${id}/signups/bulk`, {
        user_ids: [b.id, c.id],
        override: { reason: 'All hands', capacity: true },
      }),
    );
    assert.deepEqual(
      again.items.map((row: Answer['body']) => row.registration?.status ?? row.error.code),
      ['active', 'already_registered'],
    );
    assertRefused(
      await muster.as(a.token).post(`/shifts/${id}/signups/bulk`, { user_ids }),
      403,
      'forbidden',
    );
    for (const list of [[], [a.id, a.id], 'all'])
      assertRefused(
        await planner.post(`/shifts/${id}/signups/bulk`, { user_ids: list }),
        400,
        'validation_failed',
      );
  });
});

describe('cancelling a registration', () => {
  it('answers 204 with and without a body, and keeps reason and source', async () => {
    const ada = await volunteer();
    const client = muster.as(ada.token);
    const id = await shift();
    for (const body of [undefined, {}, { reason: 'Ill', source: 'kiosk' }, { reason: 'r'.repeat(1_000) }]) {
      const { registration } = expect200(await signUp(ada, id));
      const answer = await client.del(`/shifts/${id}/signups`, body);
      assert.deepEqual([answer.status, answer.body], [204, '']);
      const last = (await auditOf(registration.id)).at(-1);
      assert.deepEqual(
        [last?.action, last?.reason, last?.source],
        ['registration.cancelled', body?.reason ?? null, body?.source ?? 'self_service'],
      );
      assert.deepEqual(await eventsOf(registration.id), ['shift.signup', 'shift.signup_cancelled']);
    }
    assertRefused(await client.del(`/shifts/${id}/signups`), 404, 'not_found');
    assertRefused(
      await client.del(`/shifts/${id}/signups`, { reason: 'r'.repeat(1_001) }),
      400,
      'validation_failed',
    );
    assertRefused(await client.del(`/shifts/${id}/signups`, { source: 'x' }), 400, 'validation_failed');
    assertRefused(await muster.as().del(`/shifts/${id}/signups`), 401, 'unauthenticated');
    const empty = await client.send('DELETE', `/shifts/${id}/signups`, '', {
      'content-type': 'application/json',
    });
    assertRefused(empty, 404, 'not_found');
  });

  it('cancels the registration that is named, and never a later one', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const id = await shift();
    const first = expect200(await signUp(ada, id)).registration.id;
    const cancel = (person: Person, registration: number) =>
      muster.as(person.token).del(`/shifts/${id}/signups?registration_id=${registration}`);
    assert.equal((await cancel(ada, first)).status, 204);
    const second = expect200(await signUp(ada, id)).registration.id;
    // The answer was lost, and the request is repeated.
    assert.equal((await cancel(ada, first)).status, 204);
    assert.equal(await harbor.statusOf(ada, id), 'active');
    assertRefused(await cancel(ben, first), 404, 'not_found');
    const byOther = `/shifts/${id}/signups/${ada.id}?registration_id=${first}`;
    assertRefused(await muster.as(ben.token).del(byOther), 403, 'forbidden');
    assert.equal((await planner.del(byOther)).status, 204);
    assert.equal(await harbor.statusOf(ada, id), 'active');
    assert.equal((await cancel(ada, second)).status, 204);
    assert.equal(await harbor.statusOf(ada, id), 'cancelled');
  });

  it('flags what comes late, refuses it where the organization says so, and lets planners take people off', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const soon = await shift({}, 5);
    expect200(await signUp(ada, soon));
    expect200(await signUp(ben, soon));
    assert.equal((await harbor.leave(ada, soon)).status, 204);
    const rows = await harbor.roster(soon);
    assert.deepEqual(rows[0]?.flags, ['late_cancellation']);
    const program_id = await harbor.program({ policies: { allow_late_cancellation: false } });
    const firm = await shift({ program_id }, 8);
    expect200(await signUp(ada, firm));
    const late = await harbor.leave(ada, firm);
    assertRefused(late, 409, 'policy_conflict');
    assert.deepEqual(rulesOf(late), ['cancel_cutoff']);
    assertRefused(await muster.as(ben.token).del(`/shifts/${firm}/signups/${ada.id}`), 403, 'forbidden');
    assert.equal((await planner.del(`/shifts/${firm}/signups/${ada.id}`, { reason: 'Agreed' })).status, 204);
    assert.equal(await harbor.statusOf(ada, firm), 'cancelled');
  });
});

describe('the roster', () => {
  it('lists everyone in order with name and contact, by status and in pages, for planners', async () => {
    const id = await shift({ capacity: 2, waitlist_capacity: 5 });
    const people = await harbor.volunteers(4);
    for (const person of people) expect200(await signUp(person, id));
    const first = expect200(await planner.get(`/shifts/${id}/signups?limit=3`));
    const rest = expect200(await planner.get(`/shifts/${id}/signups?limit=3&cursor=${first.next_cursor}`));
    const rows = [...first.items, ...rest.items];
    assert.deepEqual(
      rows.map((row) => [row.user_id, row.waitlist_position, row.user_email]),
      people.map((person, index) => [person.id, index < 2 ? null : index - 1, person.email]),
    );
    const waiting = expect200(await planner.get(`/shifts/${id}/signups?status=waitlisted`));
    assert.equal(waiting.items.length, 2);
    const [ada] = people;
    assertRefused(await muster.as(ada?.token).get(`/shifts/${id}/signups`), 403, 'forbidden');
    assertRefused(await muster.as().get(`/shifts/${id}/signups`), 401, 'unauthenticated');
  });
});
