import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemCall } from '#kernel/call.ts';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { expect200, peopleApp } from '#test/people.ts';
import { insertDemo } from './index.ts';

const { as, database, ...muster } = await peopleApp();
const call = systemCall('demo', systemClock());
await inTransaction(database, {}, (tx) => insertDemo(tx, database.sealer, call));
const owner = as((await muster.member(1, 'owner')).token);

it('the demo has an onboarding journey with form 1, a first shift and badge 1 at its end', async () => {
  const journey = expect200(await as().get('/journeys/1'));
  assert.equal(journey.badge_id, 1);
  const [form, shift] = expect200(await as().get('/journeys/1/steps')).items;
  assert.deepEqual([form.kind, form.config, shift.kind], ['form', { form_id: 1 }, 'attend_shifts']);
});

it('the demo’s people are at different points of it, as the rest of the demo says of them', async () => {
  const { items } = expect200(await owner.get('/journeys/1/enrollments'));
  const states = items.map(({ status, steps_done }: Record<string, unknown>) => `${status} ${steps_done}`);
  assert.ok(new Set(states).size >= 3, states.join(', '));
  const holders = expect200(await owner.get('/badges/1/awards')).items;
  for (const { user_id, status } of items) {
    const holds = holders.some((award: { user_id: number }) => award.user_id === user_id);
    assert.equal(holds, status === 'completed');
  }
  const leads = expect200(await owner.get('/journeys/2/enrollments')).items;
  assert.ok(leads.length > 0);
});

it('everyone who tries the demo gets through journey 1', async () => {
  const tester = as((await muster.person()).token);
  const begun = expect200(await tester.post('/journeys/1/enrollments', {}));
  assert.deepEqual([begun.status, begun.journey_id], ['active', 1]);
  expect200(await tester.post('/forms/1/submissions', { answers: {} }));
  expect200(await owner.post('/jobs/process'));
  const [mine] = expect200(await tester.get('/me/journeys')).items;
  assert.equal(mine.steps[0].status, 'completed');
  const made = await tester.post('/journeys', { name: 'New', steps: [] });
  assert.equal(expect200(made).id, 3, 'whoever has joined the demo manages it, and ids go on');
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
