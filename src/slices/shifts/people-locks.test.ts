import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction, isCluster, type Tx } from '#platform/db/index.ts';
import { insertRegistrations, moveRegistrations } from '#slices/signups/sql/writes.ts';
import { countWaiting } from '#test/database.ts';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { type Answer, expect200, type Person } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { until } from '#test/until.ts';
import { lockPeople } from './sql/locks.ts';

const { muster, planner, programId, organizationId, shift, volunteer, volunteers, signUp, leave, statusOf } =
  await planning();
const { database } = muster;
const times = { start_time: '2031-05-01T10:00:00.000Z', end_time: '2031-05-01T12:00:00.000Z' };

/** A shift with someone on it, for whom another transaction decides something for as long as the work takes. */
async function whilePersonIsLocked(work: (shiftId: number) => Promise<unknown>): Promise<void> {
  const { id } = expect200(await planner.post('/shifts', { program_id: programId, ...times })) as {
    id: number;
  };
  const [person] = await volunteers(1);
  assert.ok(person);
  await signUp(person, id);
  await inTransaction(database, {}, async (tx) => {
    await lockPeople(tx, [person.id]);
    await sql`select 1`.execute(tx);
    await work(id);
  });
}

const isWaiting = (statement: string) => async () => (await countWaiting(database.url, statement)) === 1;

describe('people on a shift', () => {
  it('are not waited for by a change that leaves its times, even if it sends them', () =>
    whilePersonIsLocked(async (id) => {
      const changed = expect200(await planner.patch(`/shifts/${id}`, { ...times, title: 'Other' }));
      assert.equal(changed.title, 'Other');
    }));

  it('are not waited for when it is cancelled, which only frees their time', () =>
    whilePersonIsLocked(async (id) => {
      const cancelled = expect200(await planner.post(`/shifts/${id}/cancel`, {}));
      assert.equal(cancelled.success, true);
    }));

  it('are not waited for when it moves', () =>
    whilePersonIsLocked(async (id) => {
      const moved = expect200(await planner.patch(`/shifts/${id}`, { end_time: '2031-05-01T13:00:00Z' }));
      assert.equal(moved.end_time, '2031-05-01T13:00:00.000Z');
    }));
});

describe('a shift that moves to where someone takes another one at the same moment', () => {
  const at = (day: number) => ({
    start_time: `2031-06-0${day}T10:00:00.000Z`,
    end_time: `2031-06-0${day}T12:00:00.000Z`,
  });

  async function twoShifts(fields: object = {}) {
    const moving = await shift({ ...at(1), ...fields });
    const taken = await shift(at(2));
    const person = await volunteer();
    expect200(await signUp(person, moving));
    return { moving, taken, person };
  }

  async function take(tx: Tx, shiftId: number, person: Person) {
    const { rows } = await sql<{ id: number }>`select nextval('registrations_id_seq') as id`.execute(tx);
    const { start_time, end_time } = at(2);
    const registration = {
      id: rows[0]?.id ?? 0,
      organizationId,
      shiftId,
      userId: person.id,
      roleId: null,
      status: 'active' as const,
      start: Temporal.Instant.from(start_time),
      end: Temporal.Instant.from(end_time),
      flags: [],
      source: 'self_service',
      now: muster.platform.clock(),
    };
    await insertRegistrations(tx, [registration]);
    await sql`select 1`.execute(tx);
  }

  it('stays where it is if the sign-up was first, and says why', async () => {
    const { moving, taken, person } = await twoShifts();
    let moved: Promise<Answer> | undefined;
    await inTransaction(database, {}, async (tx) => {
      await take(tx, taken, person);
      moved = planner.patch(`/shifts/${moving}`, at(2));
      await until(isWaiting('%update%person_places%'));
    });
    const answer = await moved;
    assert.deepEqual([answer?.status, answer?.body.code], [409, 'schedule_conflict']);
    const [error] = answer?.body.errors ?? [];
    assert.deepEqual([error.code, error.params.other_shift_id], ['overlap', taken]);
    assert.equal(expect200(await planner.get(`/shifts/${moving}`)).start_time, at(1).start_time);
  });

  for (const [what, fields, scope] of [
    ['a shift', {}, 'this'],
    ['a series', { recurrence: 'FREQ=YEARLY;COUNT=2' }, 'all'],
  ] as const)
    it(`gives way (${what}) to two who sign up together and of whom it has only met one, instead of both waiting`, async () => {
      const { moving, taken, person } = await twoShifts(fields);
      const second = await volunteer();
      expect200(await signUp(second, moving));
      const deadlocks = watchDeadlocks(database.pool);
      let moved: Promise<Answer> | undefined;
      await inTransaction(database, {}, async (tx) => {
        await take(tx, taken, person);
        moved = planner.patch(`/shifts/${moving}`, { ...at(2), scope });
        await until(isWaiting('%update%person_places%'));
        // The move has the new time of the second one, and waits for the first one's.
        await take(tx, taken, second);
      });
      const answer = await moved;
      assert.deepEqual([answer?.status, answer?.body.code], [409, 'schedule_conflict']);
      // Citus looks for circles at fixed times: it may find even one that lasts a moment.
      if (!(await isCluster(database.db))) assert.deepEqual(deadlocks(), []);
      for (const one of [person, second]) assert.equal(await statusOf(one, taken), 'active');
    });

  it('keeps the person from the other one if it was first', async () => {
    const { moving, taken, person } = await twoShifts();
    let signedUp: Promise<Answer> | undefined;
    await inTransaction(database, {}, async (tx) => {
      const { start_time, end_time } = at(2);
      await sql`
        update shifts set start_time = ${start_time}, end_time = ${end_time}
        where organization_id = ${organizationId} and id = ${moving}
      `.execute(tx);
      await moveRegistrations(tx, organizationId, [moving]);
      await sql`select 1`.execute(tx);
      signedUp = signUp(person, taken);
      await until(isWaiting('%insert into%person_places%'));
    });
    const answer = await signedUp;
    assert.deepEqual([answer?.status, answer?.body.errors[0].code], [409, 'overlap']);
    assert.equal(await statusOf(person, taken), undefined);
  });
});

describe('someone who waits for another shift while theirs is being cancelled', () => {
  it('gets a spot there that was freed before others saw that they have time', async () => {
    const cancelled = await shift({}, 200);
    const full = await shift({ capacity: 1, waitlist_capacity: 1 }, 201);
    const [person, holder] = (await volunteers(2)) as [Person, Person];
    expect200(await signUp(holder, full));
    expect200(await signUp(person, full));
    expect200(await signUp(person, cancelled));
    let answer: Promise<Answer> | undefined;
    await inTransaction(database, {}, async (tx) => {
      // The last that the cancellation writes.
      await sql`lock table idempotency_keys in share mode`.execute(tx);
      answer = planner.post(`/shifts/${cancelled}/cancel`, {}, { 'idempotency-key': 'cancel once' });
      await until(isWaiting('%insert into%idempotency_keys%'));
      assert.equal((await leave(holder, full)).status, 204);
      assert.equal(await statusOf(person, full), 'waitlisted');
    });
    expect200(await (answer as Promise<Answer>));
    await muster.deliverMail();
    assert.equal(await statusOf(person, full), 'active');
  });
});
