import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemCall } from '#kernel/call.ts';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { awardQualified } from '#slices/badges/commands/award-qualified.ts';
import { expect200, peopleApp } from '#test/people.ts';
import { insertDemo } from './index.ts';

const { as, database, platform, ...muster } = await peopleApp();
const call = systemCall('demo', systemClock());
await inTransaction(database, {}, (tx) => insertDemo(tx, database.sealer, call));

it('the demo has badges of several kinds, each with holders, and the first one welcomes', async () => {
  const { items } = expect200(await as().get('/badges?organization_id=1'));
  assert.deepEqual([items[0].id, items[0].name], [1, 'Welcome aboard']);
  assert.ok(new Set(items.map(({ criteria }: { criteria: { type: string } }) => criteria.type)).size >= 4);
  for (const { name, award_count } of items) assert.ok(award_count > 0, `nobody has “${name}”`);
  const owner = as((await muster.member(1, 'owner')).token);
  const [award] = expect200(await owner.get('/badges/2/awards')).items;
  assert.equal((await muster.app.inject({ url: `/awards/${award.public_code}` })).statusCode, 200);
  assert.ok(expect200(await owner.get('/organizations/1/leaderboard')).items.length >= 3);
});

it('leaves the daily job nothing to do', async () => {
  assert.equal(await awardQualified(platform, call, {}), 0);
});

it('lets whoever tries it award badge 1', async () => {
  const tester = await muster.person();
  expect200(await as(tester.token).post('/forms/1/submissions', { answers: {} }));
  const given = expect200(await as(tester.token).post('/badges/1/award', { user_id: tester.id }));
  assert.deepEqual([given.success, given.award.badge_id, given.award.awarded_by], [true, 1, tester.id]);
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
