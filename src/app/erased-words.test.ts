import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { archiveAudit } from '#platform/audit/archive.ts';
import { expect200, password, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { startReceiver } from '#test/receiver.ts';
import { eraseStragglers } from '../slices/accounts/commands/erase-account.ts';

const muster = await peopleApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });
const { db } = muster.database;
const { planner, organizationId, shift, volunteer, signUp } = await planning(muster);
const receiver = await startReceiver();
const here = `/organizations/${organizationId}`;

/** The rows of these tables that have the word somewhere. */
async function having(word: string, ...tables: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} as t where t::text ilike ${`%${word}%`}
    `.execute(db);
    found.push(...rows.map(() => table));
  }
  return found;
}

it('what someone typed goes with their account: from events, from what was sent of them, from asks and filters', async () => {
  const events = ['shift.signup_cancelled'];
  const endpoint = { name: 'CRM', url: `${receiver.url}/crm`, events };
  const { id: endpointId } = expect200(await planner.post('/webhooks/endpoints', endpoint));
  const [ada, bea] = [await volunteer(), await volunteer()];
  for (const person of [ada, bea]) {
    const shiftId = await shift();
    expect200(await signUp(person, shiftId));
    const reason = `Quagga at home: ${person === ada ? 'hers' : 'another'}`;
    assert.equal((await muster.as(person.token).del(`/shifts/${shiftId}/signups`, { reason })).status, 204);
  }
  await muster.deliverMail();
  expect200(await planner.post('/webhooks/process'));
  assert.equal(receiver.at('/crm').length, 2);
  assert.deepEqual(await having('quagga', 'events', 'webhook_messages'), [
    ...['events', 'events'],
    ...['webhook_messages', 'webhook_messages'],
  ]);

  assert.equal((await muster.as(ada.token).del('/me', { password })).status, 204);
  const call = systemCall('test', Temporal.Now.instant());
  await eraseStragglers(muster.platform, call, { user_id: ada.id });
  assert.deepEqual(await having('quagga at home: hers', 'events', 'webhook_messages', 'registrations'), []);
  assert.deepEqual(await having('quagga at home: hers', 'audit_log'), ['audit_log'], 'the record keeps it');
  const others = await having('quagga at home: another', 'events', 'webhook_messages', 'registrations');
  assert.deepEqual(others, ['events', 'webhook_messages', 'registrations'], 'of others, nothing is lost');
  const { rows } = await sql<{ reason: string | null; type: string }>`
    select data ->> 'reason' as reason, type from events where data -> 'user_id' = to_jsonb(${ada.id}::bigint)
    order by position
  `.execute(db);
  assert.deepEqual(
    rows.map(({ type, reason }) => [type, reason]),
    [
      ['shift.signup', null],
      ['shift.signup_cancelled', null],
      ['member.left', 'erased'],
    ],
  );

  const { items } = expect200(await planner.get(`/webhooks/status?endpoint_id=${endpointId}`));
  const sent = receiver.at('/crm').map(({ body }) => JSON.parse(body));
  const before = sent.find(({ data }) => data.user_id === ada.id);
  const first = items.find((one: { envelope_id: string }) => one.envelope_id === before.id);
  expect200(await planner.post(`/webhooks/deliveries/${first.id}/replay`));
  expect200(await planner.post('/webhooks/process'));
  const again = JSON.parse(receiver.at('/crm').at(-1)?.body ?? '');
  assert.deepEqual(again, { ...before, data: { ...before.data, reason: null } });

  const cat = await muster.member(organizationId, 'coordinator');
  const asked = { user_ids: [bea.id], message: 'Please come, the okapi needs you' };
  expect200(await muster.as(cat.token).post(`/shifts/${await shift({}, 96)}/asks`, asked));
  const filters = `${here}/people-filters`;
  const ofTheTeam = { name: 'Drivers', filter: { q: 'driver' }, is_shared: true };
  for (const saved of [ofTheTeam, { name: 'Okapi keepers', filter: { q: 'okapi' }, is_shared: false }])
    expect200(await muster.as(cat.token).post(filters, saved));
  assert.equal((await muster.as(cat.token).del('/me', { password })).status, 204);
  assert.deepEqual(await having('okapi', 'shift_asks', 'people_filters', 'events'), []);
  const [open] = expect200(await muster.as(bea.token).get('/me/asks')).items;
  assert.equal(open.message, '', 'who was asked can still answer');
  const left: { name: string }[] = expect200(await planner.get(filters)).items;
  assert.ok(
    left.some(({ name }) => name === 'Drivers'),
    'colleagues keep the filters that were shared with them',
  );
  await muster.deliverMail();
});

it('reasons go from events whose month of the audit log is archived', async () => {
  const [eve, shiftId] = [await volunteer(), await shift()];
  expect200(await signUp(eve, shiftId));
  const reason = 'Tapir at home';
  assert.equal((await muster.as(eve.token).del(`/shifts/${shiftId}/signups`, { reason })).status, 204);
  const now = Temporal.Now.instant();
  const folder = await mkdtemp(join(tmpdir(), 'muster-archives-'));
  try {
    await archiveAudit(muster.database, { folder, now, before: now.add({ hours: 24 * 62 }) });
  } finally {
    await rm(folder, { recursive: true });
  }
  assert.deepEqual(await having('tapir', 'events', 'audit_log'), ['events']);
  assert.equal((await muster.as(eve.token).del('/me', { password })).status, 204);
  assert.deepEqual(await having('tapir', 'events'), []);
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
