import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/index.ts';
import { shiftCursors } from '#slices/shifts/sql/lists.ts';
import { isAnyoneWaiting } from '#test/database.ts';
import { assertRefused, expect200, type Person, peopleApp, refusedFields } from '#test/people.ts';
import { until } from '#test/until.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner, 'Harbor');
const mission = expect200(
  await as(owner.token).post('/missions', { name: 'Feed people', organization_id: organization }),
);
const program = expect200(
  await as(owner.token).post('/programs', {
    name: 'Saturdays',
    organization_id: organization,
    default_mission_id: mission.id,
  }),
);
const volunteer = () => muster.member(organization, 'volunteer');
const now = Temporal.Now.instant();

/** A shift that begins so many hours from now and lasts one. */
async function shift(hours: number, fields: object = {}): Promise<number> {
  const start = now.add({ minutes: hours * 60 });
  const body = {
    program_id: program.id,
    start_time: start.toString(),
    end_time: start.add({ hours: 1 }).toString(),
    title: `In ${hours} hours`,
    ...fields,
  };
  return expect200(await as(owner.token).post('/shifts', body)).id;
}
async function signUp(person: Person, shiftId: number): Promise<string> {
  const answer = expect200(await as(owner.token).post(`/shifts/${shiftId}/signups`, { user_id: person.id }));
  return answer.registration.status;
}

const put = (person: Person, body: object, headers = {}) =>
  as(person.token).send('PUT', '/me/availability', body, headers);

describe('availability', () => {
  it('is always, in the person’s own zone, until something is declared', async () => {
    const ada = await volunteer();
    expect200(await as(ada.token).patch('/me', { time_zone: 'Europe/Oslo' }));
    const expected = { time_zone: 'Europe/Oslo', weekly: [], exceptions: [], updated_at: null };
    assert.deepEqual(expect200(await as(ada.token).get('/me/availability')), expected);
    const { time_zone, weekly } = expect200(await put(ada, {}));
    assert.deepEqual([time_zone, weekly], ['Europe/Oslo', []]);
  });

  it('is kept as declared and replaced as a whole', async () => {
    const ada = await volunteer();
    const declared = {
      time_zone: 'America/New_York',
      weekly: [
        { weekday: 6, from: '09:00', until: '24:00' },
        { weekday: 5, from: '22:00', until: '02:00' },
      ],
      exceptions: [
        { date: '2026-12-24', available: false },
        { date: '2026-12-25', available: true, from: '10:00', until: '12:00' },
      ],
    };
    const nulls = { ...declared.exceptions[0], from: null, until: null };
    const answer = expect200(await put(ada, { ...declared, exceptions: [nulls, declared.exceptions[1]] }));
    const { updated_at, ...kept } = answer;
    assert.deepEqual(kept, declared);
    assert.ok(updated_at);
    assert.deepEqual(expect200(await as(ada.token).get('/me/availability')), answer);
    assert.deepEqual(expect200(await put(ada, { weekly: [] })).exceptions, []);
  });

  it('is refused with the path of every error', async () => {
    const ada = await volunteer();
    const answer = await put(ada, {
      time_zone: 'Mars/Base',
      weekly: [
        { weekday: 8, from: '9:00', until: '25:00' },
        { weekday: 1, from: '09:00', until: '17:00' },
      ],
      exceptions: [
        { date: '2026-02-30', available: true },
        { date: '2026-02-28', available: false, from: '09:00' },
      ],
    });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), [
      'time_zone',
      'weekly.0.weekday',
      'weekly.0.from',
      'weekly.0.until',
      'exceptions.0.date',
      'exceptions.1',
    ]);
  });

  it('binds the next sign-up', async () => {
    const ada = await volunteer();
    const id = await shift(100);
    const date = now.add({ hours: 100 }).toZonedDateTimeISO('UTC').toPlainDate().toString();
    expect200(await put(ada, { time_zone: 'UTC', exceptions: [{ date, available: false }] }));
    assertRefused(await as(ada.token).post(`/shifts/${id}/signups`), 409, 'availability_conflict');
    expect200(await put(ada, {}));
    expect200(await as(ada.token).post(`/shifts/${id}/signups`));
  });

  it('gives a free spot to people whom the waitlist had passed over', async () => {
    const [ada, bea] = [await volunteer(), await volunteer()];
    const id = await shift(110, { capacity: 1, waitlist_capacity: 5 });
    for (const person of [bea, ada]) await signUp(person, id);
    const date = now.add({ hours: 110 }).toZonedDateTimeISO('UTC').toPlainDate().toString();
    expect200(await put(ada, { time_zone: 'UTC', exceptions: [{ date, available: false }] }));
    assert.equal((await as(bea.token).del(`/shifts/${id}/signups`)).status, 204);
    const status = async () => expect200(await as(ada.token).get('/me/registrations')).items[0].status;
    assert.equal(await status(), 'waitlisted');
    expect200(await put(ada, {}));
    await muster.deliverMail();
    assert.equal(await status(), 'active');
  });

  it('with If-Match replaces what was read and nothing newer', async () => {
    const ada = await volunteer();
    const { etag = '' } = (await as(ada.token).get('/me/availability')).headers;
    expect200(await put(ada, { time_zone: 'Europe/Berlin' }, { 'if-match': etag }));
    assertRefused(await put(ada, {}, { 'if-match': etag }), 412, 'precondition_failed');
  });

  it('is recorded without saying when someone is at home', async () => {
    const ada = await volunteer();
    expect200(await put(ada, { weekly: [{ weekday: 1, from: '09:00', until: '17:00' }] }));
    const { rows } = await sql`
      select action, before, after from audit_log where subject_user_id = ${ada.id}
    `.execute(database.db);
    assert.deepEqual(rows, [{ action: 'availability.changed', before: null, after: null }]);
  });
});

describe('my registrations', async () => {
  const ada = await volunteer();
  const ids = {
    past: await shift(-50),
    older: await shift(-80),
    ongoing: await shift(-0.5),
    soon: await shift(5),
    later: await shift(10),
    dropped: await shift(7),
    full: await shift(20, { capacity: 1, waitlist_capacity: 3 }),
  };
  await signUp(await volunteer(), ids.full);
  for (const id of [ids.later, ids.past, ids.soon, ids.ongoing, ids.older, ids.dropped, ids.full])
    await signUp(ada, id);
  await as(ada.token).del(`/shifts/${ids.dropped}/signups`, { reason: 'Ill' });
  const list = async (query = '') => expect200(await as(ada.token).get(`/me/registrations${query}`));
  const shiftsOf = async (query = ''): Promise<number[]> =>
    (await list(query)).items.map((item: { shift_id: number }) => item.shift_id);

  it('come as what is not over yet, the next one first, without cancelled ones', async () => {
    assert.deepEqual(await shiftsOf(), [ids.ongoing, ids.soon, ids.later, ids.full]);
  });

  it('come with their shift', async () => {
    const [, soon, , full] = (await list()).items;
    const { start_time, end_time, ...shown } = soon.shift;
    assert.deepEqual(shown, {
      id: ids.soon,
      title: 'In 5 hours',
      time_zone: 'UTC',
      location: '',
      status: 'published',
      organization_id: organization,
      program_id: program.id,
      mission_id: mission.id,
      organization_name: 'Harbor',
    });
    assert.ok(start_time < end_time);
    assert.deepEqual([soon.status, soon.user_id], ['active', ada.id]);
    assert.deepEqual([full.status, full.waitlist_position], ['waitlisted', 1]);
  });

  it('come with the past, the latest first, and by status', async () => {
    assert.deepEqual(await shiftsOf('?when=past'), [ids.past, ids.older]);
    assert.deepEqual(await shiftsOf('?status=cancelled'), [ids.dropped]);
    assert.deepEqual(await shiftsOf('?status=waitlisted'), [ids.full]);
    assert.deepEqual(await shiftsOf('?when=all&status=cancelled'), [ids.dropped]);
    assert.equal((await shiftsOf('?when=all')).length, 7);
  });

  it('come page by page in either direction', async () => {
    for (const when of ['upcoming', 'past', 'all']) {
      const whole = await shiftsOf(`?when=${when}`);
      const paged: number[] = [];
      for (let cursor = ''; ; ) {
        const page = await list(`?when=${when}&limit=1${cursor}`);
        paged.push(...page.items.map((item: { shift_id: number }) => item.shift_id));
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      assert.deepEqual(paged, whole);
    }
  });

  it('refuse a cursor that is none, that was forged, or that belongs to another list', async () => {
    const forge = (...keys: unknown[]) =>
      Buffer.from(JSON.stringify(['my-registrations', ...keys])).toString('base64url');
    const starts = ['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z'];
    const forged = [
      'x',
      forge('soon', 1),
      forge(1),
      forge('2026-01-01T00:00:00Z', 1.5),
      forge('2026-01-01T00:00:00Z', -7),
      ...starts.map((start) => forge(start, 1)),
      shiftCursors.encode(['2026-01-01T00:00:00Z', 1]),
    ];
    for (const cursor of forged)
      assert.deepEqual(
        refusedFields(await as(ada.token).get(`/me/registrations?cursor=${cursor}`)),
        ['cursor'],
        cursor,
      );
    await list(`?cursor=${forge('2026-01-01T00:00:00Z', 1)}`);
  });
});

describe('an erased person', () => {
  it('gives future spots to the waitlist, keeps the past without a name, and leaves no text and no link', async () => {
    const ada = await volunteer();
    const next = await volunteer();
    const [past, coming, given] = [
      await shift(-30),
      await shift(30, { capacity: 1, waitlist_capacity: 2 }),
      await shift(40),
    ];
    for (const id of [past, coming, given]) await signUp(ada, id);
    assert.equal(await signUp(next, coming), 'waitlisted');
    await as(ada.token).del(`/shifts/${given}/signups`, { reason: 'My knee' });
    expect200(await put(ada, { time_zone: 'UTC' }));
    expect200(await as(ada.token).post(`/shifts/${coming}/swaps`, { message: 'My sister visits' }));
    const { url } = expect200(await as(ada.token).post('/me/calendar-feeds'));

    const held = expect200(await as(ada.token).get('/me/export')).shifts;
    assert.equal(held.registrations.length, 3);
    assert.equal(held.availability.time_zone, 'UTC');
    const [swap] = held.swaps;
    assert.deepEqual(
      [swap.shift_id, swap.status, swap.message, swap.decided_at],
      [coming, 'open', 'My sister visits', null],
    );
    assert.deepEqual(Object.keys(held.calendar_feeds[0]).sort(), [
      'created_at',
      'id',
      'organization_id',
      'revoked_at',
    ]);

    assert.equal((await as(ada.token).del('/me', { password: 'correct horse battery' })).status, 204);
    await muster.deliverMail();
    const { rows } = await sql<{ shift_id: number; status: string; cancel_reason: string | null }>`
      select shift_id, status, cancel_reason from registrations where user_id = ${ada.id} order by shift_id
    `.execute(database.db);
    assert.deepEqual(rows, [
      { shift_id: past, status: 'active', cancel_reason: null },
      { shift_id: coming, status: 'cancelled', cancel_reason: null },
      { shift_id: given, status: 'cancelled', cancel_reason: null },
    ]);
    const [promoted] = expect200(await as(next.token).get('/me/registrations')).items;
    assert.deepEqual([promoted.shift_id, promoted.status], [coming, 'active']);
    assert.equal((await as().get(url.replace('http://muster.test', ''))).status, 404);
    const { rows: left } = await sql`
      select 1 from availability where user_id = ${ada.id} union all
      select 1 from calendar_feeds where user_id = ${ada.id} union all
      select 1 from swaps where user_id = ${ada.id} and message <> ''
    `.execute(database.db);
    assert.deepEqual(left, []);
  });

  it('loses old notes before anyone has to wait for the shifts to come', async () => {
    const ada = await volunteer();
    const [past, coming] = [await shift(-300), await shift(44)];
    for (const id of [past, coming]) await signUp(ada, id);
    await sql`
      insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status, method,
        note, created_at, updated_at)
      select id, organization_id, ${program.id}, ${mission.id}, shift_id, user_id, 'no_show', 'manual', 'Ada was ill', start_time,
        start_time
      from registrations where user_id = ${ada.id} and shift_id = ${past}
    `.execute(database.db);
    const erasure = await inTransaction(database, {}, async (tx) => {
      await sql`
        select 1 from shift_seats where organization_id = ${organization} and shift_id = ${coming} for update
      `.execute(tx);
      const answer = as(ada.token).del('/me', { password: 'correct horse battery' });
      await until(() => isAnyoneWaiting(database.url));
      const { rows: free } = await sql`
        select note from attendance
        where organization_id = ${organization} and user_id = ${ada.id} for update skip locked
      `.execute(tx);
      assert.deepEqual(free, [], 'the note is being removed');
      return { answer };
    });
    assert.equal((await erasure.answer).status, 204);
    const { rows } = await sql`select note from attendance where user_id = ${ada.id}`.execute(database.db);
    assert.deepEqual(rows, [{ note: null }]);
  });

  it('and others signing up and cancelling at the same time end without a failure and with true counts', async () => {
    const shifts = await Promise.all(
      [50, 52, 54].map((hours) => shift(hours, { capacity: 2, waitlist_capacity: 9 })),
    );
    const people = await Promise.all(Array.from({ length: 6 }, volunteer));
    const [first, second, ...others] = people;
    assert.ok(first && second);
    for (const person of people) for (const id of shifts) await signUp(person, id);
    const answers = await Promise.all([
      ...[first, second].map((person) => as(person.token).del('/me', { password: 'correct horse battery' })),
      ...others.flatMap((person) =>
        shifts.toReversed().map((id) => as(person.token).del(`/shifts/${id}/signups`)),
      ),
      ...shifts.map((id) => as(owner.token).post(`/shifts/${id}/signups`)),
    ]);
    assert.deepEqual(
      answers.filter(({ status }) => status >= 400).map(({ body }) => body.code),
      [],
    );
    await muster.deliverMail();
    const { rows } = await sql`
      select seats.shift_id from shift_seats seats left join registrations r
        on r.shift_id = seats.shift_id and r.organization_id = seats.organization_id
      group by seats.shift_id, seats.organization_id
      having seats.active <> count(*) filter (where r.status = 'active')
        or seats.waitlisted <> count(*) filter (where r.status = 'waitlisted')
        or (seats.active < seats.capacity and seats.waitlisted > 0)
    `.execute(database.db);
    assert.deepEqual(rows, []);
    assert.deepEqual(muster.errors, []);
  });
});
