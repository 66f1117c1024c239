import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { attendanceWorld } from '#test/attendance.ts';
import { isAnyoneWaiting } from '#test/database.ts';
import { type Answer, assertRefused, expect200, refusedFields } from '#test/people.ts';
import { until } from '#test/until.ts';

const world = await attendanceWorld();
const { as, checkIn, checkOut, volunteer, shift, signUp } = world;
const running = await shift(-5);
const codes = (answer: Answer) => answer.body.errors.map((error: { code: string }) => error.code);

describe('checking in', () => {
  it('oneself is answered with the record', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, running);
    const before = Date.now();
    const { success, attendance } = expect200(await checkIn(ada, running, { metadata: { gate: 'B' } }));
    const { checked_in_at, user_name, ...record } = attendance;
    assert.equal(success, true);
    assert.ok(Date.parse(checked_in_at) >= before && Date.parse(checked_in_at) <= Date.now());
    assert.equal(user_name, 'Test volunteer');
    assert.deepEqual(record, {
      id,
      shift_id: running,
      user_id: ada.id,
      registration_id: id,
      status: 'checked_in',
      checked_out_at: null,
      minutes: null,
      late: false,
      method: 'self',
      metadata: { gate: 'B' },
      verified_by: null,
      verified_at: null,
      note: null,
      flags: [],
    });
  });

  it('names the person: a body without user_id is refused for everyone', async () => {
    const ada = await volunteer();
    await signUp(ada, running);
    const key = await world.apiKey(world.owner, world.organizationId, ['attendance']);
    const { code } = expect200(await as(ada.token).get('/me/check-in-code'));
    for (const token of [ada.token, world.desk.token, world.coordinator.token, world.owner.token, key])
      for (const body of [undefined, {}, { metadata: { gate: 'B' } }, { code }, { user_id: null }]) {
        const refused = await as(token).post(`/shifts/${running}/checkin`, body);
        assertRefused(refused, 400, 'validation_failed');
        assert.deepEqual(refusedFields(refused), ['user_id']);
      }
    assert.equal(
      (await world.eventsOf('shift.checkin')).some(({ data }) => data['user_id'] === ada.id),
      false,
    );
  });

  it('outside the window is for the desk and coordinators, flagged', async () => {
    const [early, over] = [await shift(180), await shift(-121)];
    for (const id of [early, over]) {
      const ada = await volunteer();
      await signUp(ada, id);
      const refused = await checkIn(ada, id);
      assertRefused(refused, 409, 'policy_conflict');
      assert.deepEqual(codes(refused), ['checkin_window']);
      const { attendance } = expect200(await checkIn(world.desk, id, { user_id: ada.id }));
      assert.deepEqual([attendance.method, attendance.flags], ['desk', ['outside_window']]);
    }
  });

  it('after a quarter of an hour is late', async () => {
    const id = await shift(-20);
    const ada = await volunteer();
    await signUp(ada, id);
    assert.equal(expect200(await checkIn(ada, id)).attendance.late, true);
  });

  it('twice answers the same record', async () => {
    const ada = await volunteer();
    await signUp(ada, running);
    const { attendance: first, changed } = expect200(await checkIn(ada, running));
    const again = expect200(await checkIn(world.desk, running, { user_id: ada.id, metadata: { a: 1 } }));
    assert.deepEqual(again.attendance, first);
    const left = expect200(await checkOut(ada, running));
    const twice = expect200(await checkOut(ada, running));
    const back = expect200(await checkIn(ada, running));
    assert.equal(back.attendance.status, 'checked_out');
    assert.deepEqual(
      [again.message, back.message],
      [`${first.user_name} is already checked in.`, 'You’re already checked out.'],
    );
    const answers = [{ changed }, again, left, twice, back];
    assert.deepEqual(
      answers.map((answer) => answer.changed),
      [true, false, true, false, false],
    );
  });

  it('twenty times at once makes one record and one event', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, running);
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkIn(ada, running)));
    assert.deepEqual([...new Set(answers.map((one) => expect200(one).attendance.id))], [id]);
    assert.equal(answers.filter((one) => one.body.message === 'You’re checked in.').length, 1);
    const events = await world.eventsOf('shift.checkin');
    assert.equal(events.filter(({ data }) => data['user_id'] === ada.id).length, 1);
    const audits = await world.auditOf('attendance.checked_in');
    assert.equal(audits.filter((row) => row['subject_user_id'] === ada.id).length, 1);
  });

  it('is answered for itself, also beside another one of the same person that fails', async () => {
    const ada = await world.volunteer();
    const shifts = [await world.shift(-100), await world.shift(30)];
    const [first = 0, second = 0] = await Promise.all(shifts.map((shift) => world.signUp(ada, shift)));
    await sql`
      create function fail_check_in() returns trigger language plpgsql as $$ begin raise 'broken'; end $$
    `.execute(world.database.db);
    await sql`
      create trigger fail_check_in before insert on attendance for each row
        when (new.registration_id = ${sql.lit(second)}) execute function fail_check_in()
    `.execute(world.database.db);
    const keys = [{ 'idempotency-key': 'first' }, { 'idempotency-key': 'second' }];
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    // Both have to wait for this transaction, so each gets its own.
    const holding = world.database.db.transaction().execute(async (tx) => {
      await sql`
        select 1 from registrations where organization_id = ${world.organizationId} and id in (${first}, ${second}) for update
      `.execute(tx);
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    const answers = shifts.map((shift, index) =>
      world.as(world.desk.token).post(`/shifts/${shift}/checkin`, { user_id: ada.id }, keys[index]),
    );
    await until(() => isAnyoneWaiting(world.database.url));
    held.resolve();
    await holding;
    const [ok, failed] = await Promise.all(answers);
    assert.equal(failed?.status, 500);
    assert.deepEqual([ok?.status, ok?.body.changed], [200, true], JSON.stringify(ok?.body));
    await sql`drop trigger fail_check_in on attendance`.execute(world.database.db);
    world.errors.length = 0;
  });

  it('needs a coordinator for people who are not signed up', async () => {
    const [ada, bea] = [await volunteer(), await volunteer()];
    assert.deepEqual(codes(await checkIn(ada, running)), ['not_registered']);
    assertRefused(await checkIn(ada, running, { user_id: bea.id }), 403, 'forbidden');
    assertRefused(await checkIn(world.desk, running, { user_id: ada.id }), 409, 'policy_conflict');
    assertRefused(await checkIn(ada, 999_999), 404, 'not_found');
  });

  it('is refused in the language of the account, with the name of another person', async () => {
    const ada = await volunteer();
    expect200(await as(ada.token).patch('/me', { language: 'de' }));
    const own = await checkIn(ada, running);
    assert.equal(own.headers['content-language'], 'de');
    assert.equal(
      own.body.detail,
      'Du bist für diese Schicht nicht eingetragen. Trag dich zuerst ein oder bitte die Koordination darum.',
    );
    const [{ remedy, params }] = own.body.errors;
    assert.deepEqual([remedy, params], [{ rel: 'shift', href: `/shifts/${running}` }, { shift_id: running }]);
    const byDesk = await checkIn(world.desk, running, { user_id: ada.id });
    assert.match(byDesk.body.detail, /^Test volunteer isn’t signed up for this shift\./);
    assert.equal(byDesk.body.errors[0].remedy, undefined);
    const stranger = await checkIn(world.desk, running, { user_id: (await world.person('Eve')).id });
    assert.match(stranger.body.detail, /^This person isn’t signed up/, 'the name is not given away');
    const early = await shift(180);
    await signUp(ada, early);
    assert.match((await checkIn(ada, early)).body.detail, /^Einchecken kannst du in dieser Zeit: .+ \(UTC\)/);
  });

  it('keeps metadata of 8 KiB as given, and refuses one byte more', async () => {
    const metadata = { nested: [1, { deep: null }], 'odd key': 'ü\u2028', text: '' };
    metadata.text = 'x'.repeat(8_192 - Buffer.byteLength(JSON.stringify(metadata)));
    const ada = await volunteer();
    await signUp(ada, running);
    const tooMuch = { metadata: { ...metadata, text: `${metadata.text}x` } };
    const refused = await checkIn(ada, running, tooMuch);
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(refusedFields(refused), ['metadata']);
    assert.deepEqual(expect200(await checkIn(ada, running, { metadata })).attendance.metadata, metadata);
    assertRefused(await checkIn(ada, running, { metadata: [1] }), 400, 'validation_failed');
  });

  it('of a no-show who comes after all is a check-in', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, running);
    const path = `/attendance/${id}`;
    expect200(await as(world.coordinator.token).patch(path, { status: 'no_show' }));
    const { attendance } = expect200(await checkIn(ada, running));
    assert.equal(attendance.status, 'checked_in');
    assert.ok(attendance.flags.includes('was_no_show'));
  });

  it('at a cancelled shift is refused', async () => {
    const ada = await volunteer();
    const id = await shift(-5);
    await signUp(ada, id);
    expect200(await as(world.owner.token).post(`/shifts/${id}/cancel`, { reason: 'Storm' }));
    assert.deepEqual(codes(await checkIn(ada, id)), ['shift_cancelled']);
  });
});

describe('a walk-in', () => {
  it('gets a registration, an event and a flag', async () => {
    const ada = await volunteer();
    const { attendance } = expect200(await checkIn(world.coordinator, running, { user_id: ada.id }));
    assert.deepEqual([attendance.status, attendance.flags], ['checked_in', ['walk_in']]);
    const events = await world.eventsOf('shift.signup');
    assert.equal(events.filter(({ data }) => data['user_id'] === ada.id).length, 1);
  });

  it('needs an override for a spot beyond the capacity, and leaves nothing behind without it', async () => {
    const full = await shift(-5, { capacity: 1, waitlist_capacity: 5 });
    await signUp(await volunteer(), full);
    const ada = await volunteer();
    assertRefused(await checkIn(world.coordinator, full, { user_id: ada.id }), 409, 'capacity_conflict');
    const { items } = expect200(await as(world.owner.token).get(`/shifts/${full}/signups`));
    assert.equal(items.length, 1);
    const override = { reason: 'Many boxes', capacity: true };
    const { attendance } = expect200(await checkIn(world.coordinator, full, { user_id: ada.id, override }));
    assert.equal(attendance.status, 'checked_in');
  });

  it('scanned ten times at once is one registration and one record', async () => {
    const ada = await volunteer();
    const body = { user_id: ada.id };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => checkIn(world.coordinator, running, body)),
    );
    assert.equal(new Set(answers.map((one) => expect200(one).attendance.id)).size, 1);
  });
});

describe('checking out', () => {
  it('without a check-in is a conflict', async () => {
    const ada = await volunteer();
    await signUp(ada, running);
    const refused = await checkOut(ada, running);
    assertRefused(refused, 409, 'conflict');
    assert.deepEqual(codes(refused), ['not_checked_in']);
  });

  it('counts whole minutes, once, and adds to the metadata', async () => {
    const ada = await volunteer();
    await signUp(ada, running);
    expect200(await checkIn(ada, running, { metadata: { gate: 'B', note: 'in' } }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => checkOut(ada, running, { metadata: { note: 'out' } })),
    );
    const { attendance } = expect200(answers[0] as Answer);
    assert.deepEqual([attendance.status, attendance.minutes], ['checked_out', 0]);
    assert.deepEqual(attendance.metadata, { gate: 'B', note: 'out' });
    const events = await world.eventsOf('shift.checkout');
    assert.equal(events.filter(({ data }) => data['user_id'] === ada.id).length, 1);
  });
});

describe('GET /shifts/{id}/attendance', () => {
  it('ends with the registration, and before the shift begins nothing has happened', async () => {
    const ada = await volunteer();
    const soon = await shift(20);
    for (let turn = 0; turn < 3; turn += 1) {
      expect200(await as(ada.token).post(`/shifts/${soon}/signups`));
      expect200(await checkIn(ada, soon));
      assert.equal((await as(ada.token).del(`/shifts/${soon}/signups`)).status, 204);
    }
    const { items } = expect200(await as(ada.token).get('/me/attendance'));
    assert.deepEqual(items, []);
    assert.equal(expect200(await as(ada.token).get('/me/hours')).totals.shifts, 0);
    const corrected = (await world.auditOf('attendance.corrected')).filter(
      (row) => row['subject_user_id'] === ada.id,
    );
    assert.equal(corrected.length, 3);
  });

  it('counts until the registration ends while the shift is running, also for those who are moved', async () => {
    const [ada, ben] = [await volunteer(), await volunteer()];
    const [running, other] = [await shift(-60), await shift(-59)];
    const ids = [await signUp(ada, running), await signUp(ben, running)];
    for (const person of [ada, ben]) expect200(await checkIn(person, running));
    const before = world.platform.clock().subtract({ minutes: 40 });
    await sql`update attendance set checked_in_at = ${before} where shift_id = ${running}`.execute(
      world.database.db,
    );
    const planner = as(world.coordinator.token);
    assert.equal((await planner.del(`/shifts/${running}/signups/${ada.id}`)).status, 204);
    const move = { ids: [ids[1]], shift_id: other };
    const moved = await planner.post(`/organizations/${world.organizationId}/registrations/move`, move);
    assert.equal(expect200(moved).items[0].status, 'done');
    for (const person of [ada, ben]) {
      const { items } = expect200(await as(person.token).get(`/me/attendance?shift_id=${running}`));
      const [{ status, minutes, flags }] = items;
      assert.deepEqual([items.length, status, minutes, flags], [1, 'checked_out', 40, ['auto_checkout']]);
    }
    const outs = (await world.eventsOf('shift.checkout')).filter(({ data }) => data['shift_id'] === running);
    assert.equal(outs.length, 2);
  });

  it('shows who is expected, in and out, by status and in pages', async () => {
    const id = await shift(-5);
    const people = [await volunteer(), await volunteer(), await volunteer()] as const;
    for (const person of people) await signUp(person, id);
    expect200(await checkIn(people[1], id));
    expect200(await checkIn(people[2], id));
    expect200(await checkOut(people[2], id));
    const list = async (query: string) =>
      expect200(await as(world.desk.token).get(`/shifts/${id}/attendance?${query}`));
    const statuses = (page: { items: { status: string }[] }) => page.items.map(({ status }) => status);
    assert.deepEqual(statuses(await list('')), ['expected', 'checked_in', 'checked_out']);
    assert.deepEqual(statuses(await list('status=checked_in')), ['checked_in']);
    const first = await list('limit=2');
    assert.deepEqual(statuses(await list(`limit=2&cursor=${first.next_cursor}`)), ['checked_out']);
    assertRefused(await as(people[0].token).get(`/shifts/${id}/attendance`), 403, 'forbidden');
  });
});

describe('check-in', () => {
  it('never answered 500', () => assert.deepEqual(world.errors, []));
});
