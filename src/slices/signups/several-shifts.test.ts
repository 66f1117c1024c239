import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertRefused, expect200, type Person } from '#test/people.ts';
import { planning } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, volunteers, signUp, roster, statusOf, organizationId } = harbor;

const signUpFor = (person: Person, body: object, headers = {}): Promise<Answer> =>
  muster.as(person.token).post(`/organizations/${organizationId}/signups`, body, headers);

interface Item {
  readonly shift_id: number;
  readonly status: string;
  readonly problem: { readonly code: string } | null;
  readonly registration: { readonly status: string } | null;
}
const shown = (answer: Answer) =>
  expect200(answer).items.map(({ shift_id, status, problem, registration }: Item) => [
    shift_id,
    status,
    problem?.code ?? registration?.status ?? null,
  ]);

async function fullShift(fields: object, hours: number): Promise<number> {
  const id = await shift({ capacity: 1, ...fields }, hours);
  expect200(await signUp(await volunteer(), id));
  return id;
}

describe('signing up for several shifts', () => {
  it('answers for each shift, whatever becomes of the others', async () => {
    const ada = await volunteer();
    const free = await shift({}, 24);
    const approval = await shift({ requires_approval: true }, 48);
    const waitlist = await fullShift({ waitlist_capacity: 5 }, 72);
    const full = await fullShift({}, 96);
    const overlapping = await shift({}, 24);
    const draft = await shift({ status: 'draft' }, 120);
    const ids = [free, approval, waitlist, full, overlapping, draft, 987_654_321];
    const answer = await signUpFor(ada, { shift_ids: ids });
    assert.deepEqual(shown(answer), [
      [free, 'done', 'active'],
      [approval, 'done', 'pending_approval'],
      [waitlist, 'done', 'waitlisted'],
      [full, 'refused', 'capacity_conflict'],
      [overlapping, 'refused', 'schedule_conflict'],
      [draft, 'refused', 'not_found'],
      [987_654_321, 'refused', 'not_found'],
    ]);
    assert.deepEqual([answer.body.done, answer.body.unchanged, answer.body.refused], [3, 0, 4]);
    assert.equal(await statusOf(ada, free), 'active');
  });

  it('changes nothing when it is repeated', async () => {
    const ada = await volunteer();
    const ids = [await shift({}, 24), await shift({}, 48)];
    const key = { 'idempotency-key': 'twice' };
    const first = await signUpFor(ada, { shift_ids: ids }, key);
    assert.deepEqual(expect200(await signUpFor(ada, { shift_ids: ids }, key)), expect200(first));
    assert.deepEqual(
      shown(await signUpFor(ada, { shift_ids: ids })),
      ids.map((id) => [id, 'unchanged', null]),
    );
  });

  it('takes a series as a whole, with what is to come and published', async () => {
    const ada = await volunteer();
    const id = await shift({ recurrence: 'FREQ=DAILY;COUNT=4' }, 24);
    const { series_id } = expect200(await planner.get(`/shifts/${id}`));
    const answer = expect200(await signUpFor(ada, { series_id }));
    assert.deepEqual([answer.items.length, answer.done], [4, 4]);
    assertRefused(await signUpFor(ada, { series_id, shift_ids: [id] }), 400, 'validation_failed');
    assertRefused(await signUpFor(ada, {}), 400, 'validation_failed');
  });

  it('never overbooks when many people want the same shifts at once', async () => {
    const ids = [await shift({ capacity: 2 }, 24), await shift({ capacity: 3 }, 48)];
    const people = await volunteers(6);
    await Promise.all(
      people.map((person, index) =>
        signUpFor(person, { shift_ids: index % 2 === 0 ? ids : ids.toReversed() }),
      ),
    );
    const counts = await Promise.all(ids.map(async (id) => (await roster(id)).length));
    assert.deepEqual(counts, [2, 3]);
  });

  it('signs up other people only for coordinators', async () => {
    const [ada, bea] = await volunteers(2);
    assert.ok(ada && bea);
    const id = await shift({}, 24);
    assertRefused(await signUpFor(ada, { shift_ids: [id], user_id: bea.id }), 403, 'forbidden');
    const answer = await planner.post(`/organizations/${organizationId}/signups`, {
      shift_ids: [id],
      user_id: bea.id,
    });
    assert.deepEqual(shown(answer), [[id, 'done', 'active']]);
  });
});
