import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { systemCall } from '#kernel/call.ts';
import { fillOrganization, fillPerson } from '#test/crowd.ts';
import { expect200, password, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { queriesOf, type SentQuery } from '#test/statements.ts';
import { eraseStragglers } from '../slices/accounts/commands/erase-account.ts';

const muster = await peopleApp();
const { db, pool } = muster.database;
const { planner, owner, organizationId, shift, volunteer, signUp } = await planning(muster);

/** Read as a whole: a sequence, the few triggers that a cluster asks for, and the emails that the demo keeps instead of sending them. */
const readWhole = ['account_changes', 'pg_trigger', 'undelivered_mail'];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What these statements read from the first row to the last, where indexes are used if there are any. */
async function readFromEndToEnd(queries: readonly SentQuery[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indpred is not null
  `.execute(db);
  // What an index leaves out is much: it has what waits or is live.
  const partial = new Set(rows.map(({ name }) => name.replace(/^.*\./, '')));
  const client = await pool.connect();
  const found: string[] = [];
  try {
    await client.query('begin');
    for (const kind of ['seqscan', 'hashjoin', 'mergejoin'])
      await client.query(`set local enable_${kind} = off`);
    for (const { text, values } of queries) {
      if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text)) continue;
      const answer = await client.query({ text: `explain (format json) ${text}`, values: [...values] });
      for (const node of nodesOf(answer.rows[0]['QUERY PLAN'][0].Plan)) {
        const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = node;
        if (readWhole.includes(table) || partial.has(index) || node['Index Cond'] !== undefined) continue;
        if (/^(?:Seq|(?:Bitmap )?Index(?: Only)?) Scan$/.test(type))
          found.push(`${type} of ${table || index}: ${text.replaceAll(/\s+/g, ' ')}`);
      }
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return found;
}

it('what is held on a person is exported and erased without reading what others have', async () => {
  await fillOrganization(db, organizationId, owner.id, 3);
  const [ada, bea] = [await muster.member(organizationId, 'coordinator'), await volunteer()];
  await fillPerson(db, organizationId, ada.id, 3);
  await recount(db);
  const hers = muster.as(ada.token);
  const [left, kept] = [await shift(), await shift({}, 96)];
  for (const shiftId of [left, kept]) expect200(await signUp(ada, shiftId));
  assert.equal((await hers.del(`/shifts/${left}/signups`, { reason: 'Ill' })).status, 204);
  expect200(await hers.post(`/shifts/${kept}/asks`, { user_ids: [bea.id], message: 'Please come' }));
  const texts = [{ language: 'en', subject: 'Keys', text: 'They are at the door' }];
  const message = { user_ids: [ada.id, bea.id], texts };
  expect200(await hers.post(`/organizations/${organizationId}/messages`, message));
  const endpoint = { name: 'CRM', url: 'https://example.org/crm', events: ['shift.signup_cancelled'] };
  expect200(await planner.post('/webhooks/endpoints', endpoint));

  const queries = await queriesOf(pool, async () => {
    expect200(await hers.get('/me/export'));
    assert.equal((await hers.del('/me', { password })).status, 204);
    const call = systemCall('test', Temporal.Now.instant());
    await eraseStragglers(muster.platform, call, { user_id: ada.id });
  });
  assert.deepEqual(await readFromEndToEnd(queries), []);
});
