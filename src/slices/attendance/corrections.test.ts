import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatInstant } from '#kernel/time.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { assertRefused, expect200, refusedFields } from '#test/people.ts';

const world = await attendanceWorld();
const { as, checkIn, volunteer, shift, signUp, now } = world;
const past = await shift(-300);
const correct = (id: number, body: object, person = world.coordinator) =>
  as(person.token).patch(`/attendance/${id}`, body);
const verify = (ids: number[], person = world.coordinator) =>
  as(person.token).post(`/organizations/${world.organizationId}/attendance/verify`, { ids });
const ago = (minutes: number) => now.subtract({ minutes }).toString();

describe('a correction', () => {
  it('by a coordinator puts times, minutes and note right, with who and why on record', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, past);
    const times = { checked_in_at: ago(290), checked_out_at: ago(200) };
    const body = { ...times, note: 'Was on the paper list', reason: 'No signal at the pier' };
    const { attendance } = expect200(await correct(id, body));
    assert.deepEqual(
      [attendance.status, attendance.minutes, attendance.flags, attendance.note],
      ['checked_out', 90, ['corrected'], 'Was on the paper list'],
    );
    assert.equal(expect200(await correct(id, { minutes: 75 })).attendance.minutes, 75);
    const audits = (await world.auditOf('attendance.corrected')).filter((row) => row['object_id'] === id);
    assert.deepEqual(
      audits.map((row) => [row['actor_id'], row['subject_user_id'], row['reason']]),
      [
        [world.coordinator.id, ada.id, 'No signal at the pier'],
        [world.coordinator.id, ada.id, null],
      ],
    );
    const { before, after } = audits[1] as { before: { minutes: number }; after: { minutes: number } };
    assert.deepEqual([before.minutes, after.minutes], [90, 75]);
  });

  it('that turns a no-show into attendance sends one event', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, past);
    const news = async () =>
      (await world.eventsOf('shift.checkout')).filter(({ data }) => data['user_id'] === ada.id).length;
    expect200(await correct(id, { status: 'no_show' }));
    assert.equal(await news(), 0);
    const { attendance } = expect200(await correct(id, { status: 'checked_out' }));
    assert.equal(attendance.minutes, 120);
    expect200(await correct(id, { note: 'Appeal granted' }));
    assert.equal(await news(), 1);
  });

  it('of times, minutes or a check-in that is undone tells what counts now; a note alone tells nothing', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, past);
    for (const body of [
      { status: 'checked_in' },
      { checked_in_at: ago(280) },
      { note: 'Came by bike' },
      { status: 'expected' },
      {},
    ])
      expect200(await correct(id, body));
    const events = (await world.eventsOf('shift.attendance_corrected')).filter(
      ({ data }) => data['user_id'] === ada.id,
    );
    assert.deepEqual(
      events.map(({ data }) => [data['status'], data['shift_id'], data['checked_in_at']]),
      [
        ['checked_in', past, formatInstant(now.subtract({ minutes: 280 }))],
        ['expected', past, null],
      ],
    );
  });

  it('that changes nothing leaves no trace', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, past);
    const body = { status: 'checked_out', note: 'Came by bike' };
    const first = expect200(await correct(id, body));
    const again = expect200(await correct(id, body));
    assert.deepEqual([first.changed, again.changed], [true, false]);
    assert.deepEqual(again.attendance, first.attendance);
    const audits = (await world.auditOf('attendance.corrected')).filter((row) => row['object_id'] === id);
    assert.equal(audits.length, 1);
  });

  it('of someone who leaves before the shift is over takes the time of the correction', async () => {
    const ada = await volunteer();
    const running = await shift(-30);
    const id = await signUp(ada, running);
    expect200(await checkIn(ada, running));
    const { attendance } = expect200(await correct(id, { minutes: 20 }));
    assert.deepEqual([attendance.status, attendance.minutes], ['checked_out', 20]);
    assert.ok(Temporal.Instant.compare(attendance.checked_out_at, now.add({ minutes: 80 })) < 0);
  });

  it('and a check-out at the same moment take turns', async () => {
    const running = await shift(-30);
    for (let turn = 0; turn < 12; turn += 1) {
      const ada = await volunteer();
      const id = await signUp(ada, running);
      expect200(await checkIn(ada, running));
      const notes = [1, 2].map((note) => correct(id, { note: `note ${note}` }));
      const [out, ...others] = await Promise.all([world.checkOut(ada, running), ...notes]);
      for (const answer of [out, ...others]) expect200(answer);
      const { items } = expect200(await as(ada.token).get('/me/attendance'));
      assert.deepEqual([items[0].status, items[0].minutes], ['checked_out', 0]);
    }
  });

  it('is refused for people who have no spot', async () => {
    const full = await shift(-200, { capacity: 1, waitlist_capacity: 3 });
    await signUp(await volunteer(), full);
    const waiting = await signUp(await volunteer(), full);
    const refused = await correct(waiting, { status: 'checked_out' });
    assertRefused(refused, 409, 'policy_conflict');
    assert.equal(refused.body.errors[0].code, 'not_registered');
    assert.match(refused.body.detail, /^Test volunteer is on the waitlist/);
    const gone = await volunteer();
    const left = await signUp(gone, past);
    assert.equal((await as(world.coordinator.token).del(`/shifts/${past}/signups/${gone.id}`)).status, 204);
    const cancelled = await correct(left, { status: 'checked_out' });
    assertRefused(cancelled, 409, 'policy_conflict');
    assert.match(cancelled.body.detail, /^Test volunteer’s sign-up/);
  });

  it('back to expected leaves no record and no hours', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, past);
    expect200(await correct(id, { status: 'checked_out' }));
    const hours = async () => expect200(await as(ada.token).get('/me/hours')).totals.minutes;
    assert.equal(await hours(), 120);
    assert.equal(expect200(await correct(id, { status: 'expected' })).attendance.status, 'expected');
    assert.equal(await hours(), 0);
  });

  it('is for coordinators, about what makes sense', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, past);
    for (const person of [ada, world.desk])
      assertRefused(await correct(id, { status: 'no_show' }, person), 403, 'forbidden');
    assertRefused(await correct(id, { status: 'no_show' }, await world.person()), 404, 'not_found');
    assertRefused(await correct(999_999, {}), 404, 'not_found');
    const refused = await correct(id, { checked_in_at: ago(10), checked_out_at: ago(20) });
    assert.deepEqual(refusedFields(refused), ['checked_out_at']);
    for (const body of [{ minutes: -1 }, { minutes: 10_201 }, { minutes: '5' }, { checked_in_at: '10:00' }])
      assertRefused(await correct(id, body), 400, 'validation_failed');
    expect200(await correct(id, { status: 'checked_out', minutes: 10_200 }));
  });
});

describe('verification', () => {
  it('is a coordinator’s word, given once, and ends when the hours change', async () => {
    const ada = await volunteer();
    const id = await signUp(ada, past);
    expect200(await correct(id, { status: 'checked_out' }));
    const running = await shift(-5);
    const open = await signUp(ada, running);
    expect200(await checkIn(ada, running));
    assert.equal(expect200(await verify([id, open, 999_999])).verified, 1);
    assert.equal(expect200(await verify([id])).verified, 0);
    const verified = async () => expect200(await as(ada.token).get('/me/hours')).totals.verified_minutes;
    assert.equal(await verified(), 120);
    const noted = expect200(await correct(id, { note: 'Well done' })).attendance;
    assert.equal(noted.verified_by, world.coordinator.id);
    const changed = expect200(await correct(id, { minutes: 60 })).attendance;
    assert.deepEqual([changed.verified_by, changed.verified_at], [null, null]);
    assert.equal(await verified(), 0);
    assertRefused(await verify([id], world.desk), 403, 'forbidden');
    const events = await world.eventsOf('shift.hours_verified');
    assert.deepEqual(
      events.map(({ data }) => [data['shift_id'], data['user_id'], data['minutes'], data['verified_by']]),
      [[past, ada.id, 120, world.coordinator.id]],
    );
    const rows = await world.auditOf('attendance.verified');
    assert.deepEqual(
      rows.map((row) => row['subject_user_id']),
      [ada.id],
    );
  });

  it('was walked without a 500', () => assert.deepEqual(world.errors, []));
});
