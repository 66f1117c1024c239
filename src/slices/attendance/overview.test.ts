import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { assertRefused, expect200, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const client = as(owner.token);
const path = `/organizations/${organization}`;
const program = expect200(
  await client.post('/programs', { name: 'Pantry', organization_id: organization }),
).id;
const now = Temporal.Now.instant();
const at = (hours: number) => now.add({ minutes: hours * 60 }).toString();

async function shift(fromHour: number, untilHour: number, fields: object = {}): Promise<number> {
  const body = { program_id: program, start_time: at(fromHour), end_time: at(untilHour), ...fields };
  return expect200(await client.post('/shifts', body)).id;
}

/** People with a spot on a shift, and their registrations. */
async function crowd(shiftId: number, size: number, status = 'active'): Promise<number[]> {
  const people = await Promise.all(
    Array.from({ length: size }, () => muster.member(organization, 'volunteer')),
  );
  const { rows } = await sql<{ id: number }>`
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select s.organization_id, s.id, p, ${status}, s.start_time, s.end_time, 'crowd', now(), now()
    from shifts s, unnest(${people.map(({ id }) => id)}::bigint[]) p where s.id = ${shiftId} returning id
  `.execute(database.db);
  await recount(database.db);
  return rows.map(({ id }) => id);
}

/** As if they had come: a record of attendance for each of these registrations. */
async function attend(
  registrations: number[],
  status: string,
  fields: { late?: boolean; verified?: boolean } = {},
) {
  await sql`
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, late, method, verified_at, created_at, updated_at)
    select r.id, r.organization_id, s.program_id, s.mission_id, s.id, r.user_id, ${status}::text,
      case when ${status} <> 'no_show' then s.start_time end, case when ${status} = 'checked_out' then s.end_time end,
      case when ${status} = 'checked_out' then 60 end, ${fields.late ?? false}, 'desk',
      case when ${fields.verified ?? false} then now() end, now(), now()
    from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.id = any(${registrations}::bigint[])
  `.execute(database.db);
}

describe('GET /organizations/{id}/attendance/unverified', () => {
  it('lists what waits for verification across shifts, newest first, in pages that leave nothing out', async () => {
    assert.deepEqual(expect200(await client.get(`${path}/attendance/unverified`)).items, []);
    const [older, newer] = [await shift(-60, -58), await shift(-30, -28)];
    const [first, second] = [await crowd(older, 3), await crowd(newer, 3)];
    await attend(first.slice(0, 2), 'checked_out');
    await attend(first.slice(2), 'checked_out', { verified: true });
    await attend(second.slice(0, 2), 'checked_out');
    await attend(second.slice(2), 'no_show');
    const seen: { id: number; shift: { id: number; title: string } }[] = [];
    let cursor: string | null = null;
    do {
      const query = `limit=1${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = expect200(await client.get(`${path}/attendance/unverified?${query}`));
      seen.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(
      seen.map(({ id }) => id),
      [...second.slice(0, 2).reverse(), ...first.slice(0, 2).reverse()],
    );
    assert.deepEqual([...new Set(seen.map((row) => row.shift.id))], [newer, older]);
    const ids = seen.map(({ id }) => id);
    expect200(await client.post(`${path}/attendance/verify`, { ids }));
    assert.deepEqual(expect200(await client.get(`${path}/attendance/unverified`)).items, []);
  });

  it('shows nothing of other organizations', async () => {
    const elsewhere = await muster.person();
    const other = await muster.organization(elsewhere);
    const page = expect200(await as(elsewhere.token).get(`/organizations/${other}/attendance/unverified`));
    assert.deepEqual(page.items, []);
    assertRefused(await as(elsewhere.token).get(`${path}/attendance/unverified`), 404, 'not_found');
  });
});

describe('GET /organizations/{id}/attendance/shifts', () => {
  const span = (from: number, to: number) => `ends_after=${at(from)}&to=${at(to)}`;
  const read = async (query: string) => expect200(await client.get(`${path}/attendance/shifts?${query}`));

  it('counts who is expected, in, late, out and missing on each shift of a span, and names the first', async () => {
    const id = await shift(100, 103, { capacity: 40 });
    const people = await crowd(id, 15);
    await crowd(id, 2, 'waitlisted');
    await attend(people.slice(0, 2), 'checked_in');
    await attend(people.slice(2, 3), 'checked_in', { late: true });
    await attend(people.slice(3, 4), 'checked_out');
    await attend(people.slice(4, 5), 'no_show');
    const [found] = (await read(span(99, 101))).items;
    assert.equal(found.id, id);
    const counts = ['expected', 'checked_in', 'late', 'checked_out', 'no_show'].map(
      (name) => found[name].count,
    );
    assert.deepEqual(counts, [10, 2, 1, 1, 1]);
    assert.equal(found.expected.names.length, 8);
    assert.equal(found.waitlist_count, 2);
    assert.equal(found.signup_count, 15);
  });

  it('has shifts that began before the span and still go on, but none that only touch it', async () => {
    const long = await shift(200, 300);
    const before = await shift(280, 290);
    const ids = async (query: string) => (await read(query)).items.map(({ id }: { id: number }) => id);
    assert.deepEqual(await ids(span(290, 295)), [long]);
    assert.deepEqual(await ids(span(285, 290)), [long, before]);
    assert.deepEqual(await ids(span(300, 310)), []);
    const [first] = await ids(`${span(285, 290)}&limit=1`);
    const { next_cursor: cursor } = await read(`${span(285, 290)}&limit=1`);
    assert.deepEqual([first, ...(await ids(`${span(285, 290)}&cursor=${cursor}`))], [long, before]);
  });

  it('has a shift of seven days in the hour that it lasts longer when the clocks go back', async () => {
    const times = { start_time: '2031-10-18T06:00:00Z', end_time: '2031-10-25T06:00:00Z' };
    const body = {
      program_id: program,
      ...times,
      time_zone: 'Europe/Berlin',
      recurrence: 'FREQ=WEEKLY;COUNT=2',
    };
    const { shift_ids } = expect200(await client.post('/shifts', body));
    const { items } = await read('ends_after=2031-11-01T06:30:00Z&to=2031-11-01T06:45:00Z');
    assert.deepEqual(
      items.map(({ id }: { id: number }) => id),
      shift_ids.slice(1),
    );
  });

  it('refuses spans that end before they begin or are very long', async () => {
    for (const query of [span(10, 0), span(0, 24 * 40)]) {
      const answer = await client.get(`${path}/attendance/shifts?${query}`);
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), ['to']);
    }
  });
});

describe('GET /shifts/{id}/roster', () => {
  it('has everyone on the shift with their attendance, in pages of up to 1,000', async () => {
    const id = await shift(-2, 2);
    const people = await crowd(id, 4);
    const [waiting] = await crowd(id, 1, 'waitlisted');
    await attend(people.slice(0, 1), 'checked_in');
    const { items, next_cursor } = expect200(await client.get(`/shifts/${id}/roster?limit=1000`));
    assert.equal(next_cursor, null);
    const states = items.map((row: { id: number; attendance: { status: string } | null }) => [
      row.id,
      row.attendance?.status ?? null,
    ]);
    assert.deepEqual(states, [
      [people[0], 'checked_in'],
      ...people.slice(1).map((one) => [one, 'expected']),
      [waiting, null],
    ]);
  });

  it('finds people with a spot by a part of their name', async () => {
    const id = await shift(-2, 2);
    const [ada, grace] = await crowd(id, 2);
    const [asks] = await crowd(id, 1, 'pending_approval');
    await crowd(id, 1, 'waitlisted');
    const names = new Map([
      [ada, 'Ada Lovelace'],
      [grace, 'Grace 100% Hopper'],
    ]);
    const { rows } = await sql<{ id: number; user_id: number }>`
      select id, user_id from registrations where shift_id = ${id}
    `.execute(database.db);
    for (const row of rows)
      await sql`update users set name = ${names.get(row.id) ?? 'Love'} where id = ${row.user_id}`.execute(
        database.db,
      );
    const found = async (query: string) =>
      expect200(await client.get(`/shifts/${id}/roster?${query}`)).items.map((row: { id: number }) => row.id);
    assert.deepEqual(await found('has_spot=true'), [ada, grace, asks]);
    assert.deepEqual(await found('has_spot=true&q=LOVE'), [ada, asks]);
    assert.deepEqual(await found('q=0%25 h'), [grace]);
    assert.equal((await found('q=love')).length, 3);
    assertRefused(await client.get(`/shifts/${id}/roster?q=`), 400, 'validation_failed');
  });

  it('is saved as a file with everyone who has or waits for a spot', async () => {
    const id = await shift(-2, 2);
    const people = await crowd(id, 2);
    await crowd(id, 1, 'waitlisted');
    await attend(people.slice(0, 1), 'checked_in');
    const csv = await client.get(`/shifts/${id}/roster?format=csv&limit=1`);
    const [header, ...lines] = String(csv.body).trimEnd().split('\r\n');
    assert.match(header ?? '', /Name,Role,Status,Email,Phone,Attendance,Checked in,Checked out,Minutes$/);
    assert.equal(lines.length, 3);
    assert.equal(lines.filter((line) => line.includes('Checked in')).length, 1);
    assert.equal((await client.get(`/shifts/${id}/roster?format=xlsx`)).status, 200);
  });

  it('is saved with everyone, however many there are', async () => {
    const id = await shift(-2, 2);
    const people = 1_005;
    await sql`
      with made as (
        insert into users (email, name) select 'many-' || n || '@example.org', 'Many ' || n
        from generate_series(1, ${people}::int) as n returning id
      )
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select s.organization_id, s.id, made.id, 'active', s.start_time, s.end_time, 'crowd', now(), now()
      from shifts s, made where s.id = ${id}
    `.execute(database.db);
    const csv = await client.get(`/shifts/${id}/roster?format=csv`);
    const emails = String(csv.body).match(/many-\d+@example\.org/g) ?? [];
    assert.equal(new Set(emails).size, people);
    assert.equal(emails.length, people);
  });
});

describe('GET /shifts/{id}/eligibility', () => {
  it('answers for every role at once', async () => {
    const roles = [
      { key: 'cook', name: 'Cook', capacity: 1 },
      { key: 'driver', name: 'Driver', capacity: 5 },
    ];
    const id = await shift(400, 403, { roles, waitlist_capacity: 0 });
    const vera = await muster.member(organization, 'volunteer');
    const read = async (query = '') =>
      expect200(await as(vera.token).get(`/shifts/${id}/eligibility${query}`));
    const [cook] = expect200(await client.get(`/shifts/${id}`)).roles;
    const bob = await muster.member(organization, 'volunteer');
    expect200(await as(bob.token).post(`/shifts/${id}/signups`, { role_id: cook.id }));
    const outcomes = (await read()).roles.map((row: { outcome: string; code: string | null }) => [
      row.outcome,
      row.code,
    ]);
    assert.deepEqual(outcomes, [
      ['refuse', 'capacity_conflict'],
      ['confirm', null],
    ]);
    const { roles: none, ...alone } = await read(`?role_id=${cook.id}`);
    assert.deepEqual(none, []);
    const { role_id: _, ...together } = (await read()).roles[0];
    assert.deepEqual(together, alone);
  });
});

describe('GET /shifts/{id}/needs', () => {
  it('names what the mission asks for, and what of it the reader has', async () => {
    const badge = expect200(
      await client.post('/badges', {
        organization_id: organization,
        name: 'First aider',
        description: 'Knows what to do',
        criteria: { type: 'manual' },
      }),
    ).id;
    const requirements = { minimum_age: 16, badges: [badge], profile_fields: ['phone'] };
    const mission = { name: 'Medical', organization_id: organization, requirements };
    const { id: mission_id } = expect200(await client.post('/missions', mission));
    const id = await shift(500, 503, { mission_id });
    const vera = await muster.member(organization, 'volunteer');
    const { start_time: signup_closes_at } = expect200(await as().get(`/shifts/${id}`));
    const needs = (done: boolean | null) => ({
      organization: {
        id: organization,
        name: 'Test Organization',
        join_rule: 'invitation',
        show_coming: false,
      },
      program: { id: program, name: 'Pantry' },
      signup_opens_at: null,
      signup_closes_at,
      swap_mode: 'open',
      minimum_age: 16,
      profile_fields: [{ field: 'phone', done }],
      forms: [],
      badges: [{ id: badge, name: 'First aider', done }],
      journeys: [],
    });
    assert.deepEqual(expect200(await as().get(`/shifts/${id}/needs`)), needs(null));
    assert.deepEqual(expect200(await as(vera.token).get(`/shifts/${id}/needs`)), needs(false));
    expect200(await client.post(`/badges/${badge}/award`, { user_id: vera.id }));
    expect200(await as(vera.token).patch('/me', { phone: '+1 555 0123' }));
    assert.deepEqual(expect200(await as(vera.token).get(`/shifts/${id}/needs`)), needs(true));
  });

  it('say when sign-up opens and closes, by the rules of the program', async () => {
    const policies = { signup_opens_days: 2, signup_closes_minutes: 90 };
    const body = { name: 'Strict', organization_id: organization, policies };
    const { id: program_id } = expect200(await client.post('/programs', body));
    const id = await shift(500, 503, { program_id, time_zone: 'UTC' });
    const start = Temporal.Instant.from(expect200(await as().get(`/shifts/${id}`)).start_time);
    const { signup_opens_at, signup_closes_at } = expect200(await as().get(`/shifts/${id}/needs`));
    assert.deepEqual(
      [signup_opens_at, signup_closes_at].map((at) => Temporal.Instant.from(at).toString()),
      [start.subtract({ hours: 48 }), start.subtract({ minutes: 90 })].map(String),
    );
  });

  it('keeps drafts to those who plan', async () => {
    const id = await shift(600, 603, { status: 'draft' });
    assertRefused(await as().get(`/shifts/${id}/needs`), 404, 'not_found');
    assert.equal(expect200(await client.get(`/shifts/${id}/needs`)).minimum_age, null);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
