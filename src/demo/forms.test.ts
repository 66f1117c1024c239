import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemCall } from '#kernel/call.ts';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { isObject } from '#slices/forms/rules/schema-parts.ts';
import { checkSchema, compileForm } from '#slices/forms/steps/compile-form.ts';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';
import { insertDemo } from './index.ts';

const { as, database, ...muster } = await peopleApp();
const call = systemCall('demo', systemClock());
await inTransaction(database, {}, (tx) => insertDemo(tx, database.sealer, call));

it('the demo has an onboarding form and a consent form that pass their own checks', async () => {
  const { items } = expect200(await as().get('/forms?organization_id=1'));
  assert.deepEqual(
    items.map(({ id, consent }: { id: number; consent: boolean }) => [id, consent]),
    [
      [1, false],
      [2, true],
    ],
  );
  const owner = as((await muster.member(1, 'owner')).token);
  for (const { id, schema } of items) {
    assert.deepEqual(checkSchema(schema), []);
    const check = compileForm(schema);
    const submissions = expect200(await owner.get(`/forms/${id}/submissions`)).items;
    assert.ok(submissions.length >= 3);
    for (const { answers } of submissions) assert.deepEqual(isObject(answers) && check(answers), []);
  }
});

it('form 1 of the demo takes whatever someone who tries it sends', async () => {
  const tester = as((await muster.person()).token);
  for (const answers of [{}, { q1: 'yes' }, { name: 'Test', age: 30 }])
    expect200(await tester.post('/forms/1/submissions', { answers }));
  const bad = await tester.post('/forms/1/submissions', { answers: { can_drive: true, shirt_size: 'huge' } });
  assertRefused(bad, 400, 'validation_failed');
  const made = await tester.post('/forms', { title: 'New', schema: { type: 'object', properties: {} } });
  assert.equal(expect200(made).id, 3, 'whoever has joined the demo manages it, and ids go on');
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
