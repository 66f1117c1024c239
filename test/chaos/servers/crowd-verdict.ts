import assert from 'node:assert/strict';
import type { Database } from '#platform/db/index.ts';
import type { Crowd } from './crowd.ts';

interface Registration {
  readonly id: string;
  readonly shift_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly start_time: Date;
  readonly end_time: Date;
}

/** Nothing that was acknowledged is missing, no shift is overbooked, no one is in two places. */
export async function assertAllHold({ pool }: Database, { acknowledged, shifts }: Crowd): Promise<void> {
  const { rows } = await pool.query<Registration>(
    'select id, shift_id, user_id, status, start_time, end_time from registrations',
  );
  const statuses = new Map(rows.map(({ id, status }) => [Number(id), status]));
  const lost = [...acknowledged.registrations].filter(([id, { cancel, mayWait }]) => {
    const status = statuses.get(id);
    if (cancel === 'tried') return status === undefined;
    if (mayWait && status === 'waitlisted') return false;
    return status !== (cancel === 'done' ? 'cancelled' : 'active');
  });
  assert.deepEqual(lost, [], 'sign-ups and cancellations that were acknowledged are missing');

  const attended = await pool.query<{ registration_id: string }>('select registration_id from attendance');
  const present = new Set(attended.rows.map((row) => Number(row.registration_id)));
  assert.deepEqual([...acknowledged.checkIns.difference(present)], [], 'check-ins are missing');

  const active = rows.filter(({ status }) => status === 'active');
  const seats = await pool.query<{ shift_id: string; capacity: number; active: number }>(
    'select shift_id, capacity, active from shift_seats',
  );
  assert.equal(seats.rows.length, shifts.length);
  for (const { shift_id, capacity, active: counted } of seats.rows) {
    const taken = active.filter((one) => one.shift_id === shift_id).length;
    assert.ok(taken <= capacity, `shift ${shift_id} is overbooked: ${taken} of ${capacity}`);
    assert.equal(counted, taken, `the count of shift ${shift_id}`);
  }

  active.sort(
    (one, other) => Number(one.user_id) - Number(other.user_id) || +one.start_time - +other.start_time,
  );
  const doubled = active.filter((one, index) => {
    const before = active[index - 1];
    return before?.user_id === one.user_id && before.end_time > one.start_time;
  });
  assert.deepEqual(doubled, [], 'people in two places');
}

interface Step {
  readonly id: string;
  readonly status: string;
  readonly was: string | null;
}

/** Spots of shifts with a waitlist went to those who had waited longest; answers how many people moved up. */
export async function assertInOrder({ pool }: Database, { shifts }: Crowd): Promise<number> {
  const steps = await pool.query<Step>(
    `select object_id as id, after ->> 'status' as status, before ->> 'status' as was from audit_log
    where object_type = 'registration' order by audit_log.id`,
  );
  let movedUp = 0;
  for (const { id: shiftId } of shifts.filter(({ hasWaitlist }) => hasWaitlist)) {
    const { rows } = await pool.query<{ id: string }>('select id from registrations where shift_id = $1', [
      shiftId,
    ]);
    const here = new Set(rows.map(({ id }) => id));
    const waiting = new Set<number>();
    for (const { id, status, was } of steps.rows.filter((step) => here.has(step.id))) {
      waiting.delete(Number(id));
      if (status === 'waitlisted') waiting.add(Number(id));
      if (status !== 'active') continue;
      if (was === 'waitlisted') movedUp += 1;
      const passedOver = [...waiting].filter((other) => other < Number(id));
      assert.deepEqual(passedOver, [], `registration ${id} of shift ${shiftId} got a spot before these`);
    }
  }
  return movedUp;
}

/** Every event has reached the endpoint of its organization; answers how many. */
export async function assertDelivered({ pool }: Database, receipts: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from events where type in ('shift.signup', 'shift.signup_cancelled', 'shift.checkin')`,
  );
  const received = new Set<string>();
  for (const line of receipts.trim().split('\n')) {
    const [, id = '', , isGenuine] = line.split(' ');
    assert.equal(isGenuine, 'true', `a signature that does not fit: ${line}`);
    received.add(id);
  }
  const due = new Set(rows.map(({ id }) => id));
  assert.deepEqual([...due.difference(received)], [], 'events that were never delivered');
  assert.deepEqual([...received.difference(due)], [], 'deliveries of events that never happened');
  return due.size;
}
