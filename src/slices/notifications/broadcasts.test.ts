import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { RecordedEvent } from '#kernel/event.ts';
import { formatInstant } from '#kernel/time.ts';
import { skipBehindPooler } from '#test/database.ts';
import { expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { countStatements } from '#test/statements.ts';
import { notifyPeople } from './reactions.ts';

const { muster, planner, shift, volunteers, signUp, organizationId } = await planning();
const { db, pool } = muster.database;
const context = { now: Temporal.Now.instant(), attempt: 1, lastAttempt: false, signal: undefined };

/** As the relay hands them over, one for each shift. */
function changed(type: 'shift.updated' | 'shift.cancelled', shiftIds: readonly number[]): RecordedEvent[] {
  return shiftIds.map((id) => ({
    id: `evt_${type}_${id}`,
    type,
    organizationId,
    createdAt: formatInstant(context.now),
    data: { shift: { id, status: 'published' }, changes: ['location'] },
  }));
}

describe('news for everyone on many shifts', () => {
  it('take as many statements as for one', { skip: skipBehindPooler }, async () => {
    const [ada, bea] = await volunteers(2);
    assert.ok(ada && bea);
    const ids: number[] = [];
    for (let hours = 24; ids.length < 5; hours += 24) ids.push(await shift({}, hours));
    for (const id of ids) expect200(await signUp(ada, id));
    const [first = 0] = ids;
    expect200(await signUp(bea, first));
    const react = async (events: RecordedEvent[]) => {
      const work = () => notifyPeople(muster.platform).react(events, context);
      return (await countStatements(pool, work)).texts.length;
    };
    const forOne = await react(changed('shift.updated', [first]));
    assert.equal(await react(changed('shift.updated', ids)), forOne);
    expect200(await planner.post(`/shifts/${first}/cancel`, { reason: 'Storm' }));
    assert.equal(await react(changed('shift.cancelled', ids)), forOne);
    const { rows } = await sql<{ kind: string; shift_id: number; people: number[] }>`
      select kind, shift_id, json_agg(user_id order by user_id) as people from notifications
      where kind in ('shift_changed', 'shift_cancelled') group by 1, 2 order by 1, 2
    `.execute(db);
    const both = [ada.id, bea.id].sort((one, other) => one - other);
    assert.deepEqual(rows, [
      { kind: 'shift_cancelled', shift_id: first, people: both },
      { kind: 'shift_changed', shift_id: first, people: both },
      ...ids.slice(1).map((shift_id) => ({ kind: 'shift_changed', shift_id, people: [ada.id] })),
    ]);
  });
});
