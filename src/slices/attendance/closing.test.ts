import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { systemCall } from '#kernel/call.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { expect200, type Person } from '#test/people.ts';
import { closeAttendance } from './commands/close-attendance.ts';

const world = await attendanceWorld();
const { as, checkIn, checkOut, volunteer, shift, signUp, now, platform, organizationId } = world;
const close = (inMinutes = 0) =>
  closeAttendance(platform, systemCall('test', now.add({ minutes: inMinutes })), {
    organizationIds: [organizationId],
  });

async function statuses(shiftId: number): Promise<[string, number | null, string[]][]> {
  const { items } = expect200(await as(world.desk.token).get(`/shifts/${shiftId}/attendance`));
  return items.map((item: { status: string; minutes: number | null; flags: string[] }) => [
    item.status,
    item.minutes,
    item.flags,
  ]);
}
const eventsOf = async (type: string, { id }: Person) =>
  (await world.eventsOf(type)).filter(({ data }) => data['user_id'] === id).length;

describe('closing', () => {
  it('waits for an hour after the end; then no-shows are marked and forgotten check-outs ended', async () => {
    const running = await shift(-10);
    const [missing, forgetful, careful] = [await volunteer(), await volunteer(), await volunteer()] as const;
    for (const person of [missing, forgetful, careful]) await signUp(person, running);
    for (const person of [forgetful, careful]) expect200(await checkIn(person, running));
    expect200(await checkOut(careful, running));
    assert.deepEqual(await close(169), { shifts: 0, no_shows: 0, auto_checkouts: 0 });
    assert.deepEqual(await close(170), { shifts: 1, no_shows: 1, auto_checkouts: 1 });
    const [[first], [second, minutes, flags], [third]] = (await statuses(running)) as [
      [string, number | null, string[]],
      [string, number | null, string[]],
      [string, number | null, string[]],
    ];
    assert.deepEqual([first, second, third], ['no_show', 'checked_out', 'checked_out']);
    assert.ok(minutes !== null && minutes >= 109 && minutes <= 110, `${minutes}`);
    assert.deepEqual(flags, ['auto_checkout']);
    assert.equal(await eventsOf('shift.no_show', missing), 1);
    assert.equal(await eventsOf('shift.checkout', forgetful), 1);
    const audits = [
      ...(await world.auditOf('attendance.no_show')),
      ...(await world.auditOf('attendance.auto_checked_out')),
    ];
    assert.deepEqual(
      audits.map((row) => [row['actor_kind'], row['subject_user_id']]),
      [
        ['system', missing.id],
        ['system', forgetful.id],
      ],
    );
    assert.deepEqual(await close(1_000), { shifts: 0, no_shows: 0, auto_checkouts: 0 });
  });

  it('from four places at once marks everyone once', async () => {
    const shifts = await Promise.all(Array.from({ length: 6 }, () => shift(-400)));
    const people = await Promise.all(Array.from({ length: 6 }, () => volunteer()));
    for (const [index, id] of shifts.entries()) await signUp(people[index] as Person, id);
    const second = await world.second();
    const call = systemCall('test', now);
    const runs = await Promise.all(
      [platform, second.platform, platform, second.platform].map((one) => closeAttendance(one, call)),
    );
    assert.equal(
      runs.reduce((sum, run) => sum + run.no_shows, 0),
      6,
    );
    assert.equal(
      runs.reduce((sum, run) => sum + run.shifts, 0),
      6,
    );
    for (const person of people) assert.equal(await eventsOf('shift.no_show', person), 1);
  });

  it('takes a roster of 1,200 in batches', async () => {
    const id = await shift(-400, { capacity: null });
    await sql`
      with people as (
        insert into users (email, name) select 'crowd-' || n || '@example.org', 'Crowd' from generate_series(1, 1200) n
        returning id
      )
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select s.organization_id, s.id, people.id, 'active', s.start_time, s.end_time, 'import', now(), now()
      from people, shifts s where s.id = ${id}
    `.execute(world.database.db);
    await recount(world.database.db);
    assert.deepEqual(await close(), { shifts: 1, no_shows: 1_200, auto_checkouts: 0 });
    assert.deepEqual(await close(), { shifts: 0, no_shows: 0, auto_checkouts: 0 });
  });

  it('ends a check-in that came after the closing, and does not count what was before the doors opened', async () => {
    const old = await shift(-500);
    assert.equal((await close()).shifts, 1);
    const ada = await volunteer();
    await signUp(ada, old);
    expect200(await checkIn(world.desk, old, { user_id: ada.id }));
    assert.equal((await close(30)).auto_checkouts, 0);
    assert.equal((await close(62)).auto_checkouts, 1);
    assert.deepEqual(await statuses(old), [['checked_out', 0, ['outside_window', 'auto_checkout']]]);
    const inTwoDays = await shift(2_880);
    const bea = await volunteer();
    await signUp(bea, inTwoDays);
    expect200(await checkIn(world.desk, inTwoDays, { user_id: bea.id }));
    assert.equal((await close(2_880 + 180)).auto_checkouts, 1);
    assert.deepEqual(await statuses(inTwoDays), [['checked_out', 150, ['outside_window', 'auto_checkout']]]);
  });

  it('is undone for a shift that is moved', async () => {
    const id = await shift(-700);
    const ada = await volunteer();
    await signUp(ada, id);
    assert.equal((await close()).no_shows, 1);
    const start = now.subtract({ minutes: 10 });
    const times = { start_time: start.toString(), end_time: start.add({ minutes: 60 }).toString() };
    expect200(await as(world.owner.token).patch(`/shifts/${id}`, times));
    expect200(await checkIn(ada, id));
    assert.equal((await close(110)).auto_checkouts, 1);
  });

  it('leaves cancelled shifts and those who only wait alone', async () => {
    const called = await shift(-800);
    await signUp(await volunteer(), called);
    expect200(await as(world.owner.token).post(`/shifts/${called}/cancel`, { reason: 'Storm' }));
    const full = await shift(-1_000, { capacity: 1, waitlist_capacity: 1 });
    await signUp(await volunteer(), full);
    await signUp(await volunteer(), full);
    assert.equal((await close()).no_shows, 1);
  });

  it('gives way to a late scan of an offline desk, which knows better', async () => {
    const id = await shift(-181);
    const ada = await volunteer();
    const registration = await signUp(ada, id);
    const scan = (nonce: string, action: string, minutes: number) => ({
      nonce,
      action,
      shift_id: id,
      user_id: ada.id,
      at: now.subtract({ minutes }).toString(),
    });
    const send = (one: object) => as(world.desk.token).post('/attendance/scans', { scans: [one] });
    expect200(await send(scan('late-scan-1', 'checkin', 180)));
    assert.equal((await close(1)).auto_checkouts, 1);
    const { items } = expect200(await send(scan('late-scan-2', 'checkout', 50)));
    assert.deepEqual([items[0].attendance.minutes, items[0].attendance.flags], [130, []]);
    const again = expect200(await checkOut(ada, id));
    assert.deepEqual([again.message, again.attendance.id], ['You’re already checked out.', registration]);
  });

  it('goes on for the others when more than a thousand shifts of one organization cannot be closed', async () => {
    const { db } = world.database;
    const spoiler = await world.person();
    const spoiled = await world.organization(spoiler);
    const program = { name: 'P', organization_id: spoiled };
    const { id: program_id } = expect200(await as(spoiler.token).post('/programs', program));
    let planted = 0;
    for (let year = 2001; planted <= 1_000; year += 2) {
      const times = { start_time: `${year}-01-01T09:00:00Z`, end_time: `${year}-01-01T10:00:00Z` };
      const series = { program_id, ...times, recurrence: 'FREQ=DAILY;COUNT=400' };
      planted += expect200(await as(spoiler.token).post('/shifts', series)).shift_ids.length;
    }
    await sql`
      alter table shifts add constraint never_closed check (organization_id <> ${sql.lit(spoiled)} or attendance_closed_at is null)
    `.execute(db);
    const id = await shift(-400);
    await signUp(await volunteer(), id);
    const closed = await closeAttendance(platform, systemCall('test', now));
    await sql`alter table shifts drop constraint never_closed`.execute(db);
    assert.equal(closed.no_shows, 1);
  });
});
