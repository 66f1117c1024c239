import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const ada = await muster.member(organization, 'volunteer');
const admin = await muster.member(organization, 'admin');
const path = `/organizations/${organization}`;
for (const role of ['coordinator', 'volunteer'])
  expect200(await as(admin.token).patch(`${path}/members/${ada.id}`, { role }));
const { id: programId } = expect200(
  await as(owner.token).post('/programs', { name: 'Audited' }, { 'x-request-id': 'req-1' }),
);

interface Row {
  id: number;
  action: string;
  actor_id: number;
  subject_user_id: number | null;
  created_at: string;
}
const read = async (query = ''): Promise<Row[]> =>
  expect200(await as(owner.token).get(`/audit?${query}`)).items;
const actions = async (query: string) => (await read(query)).map(({ action }) => action);

describe('GET /audit', () => {
  it('tells who did what to whom, before and after, under which request, the newest first', async () => {
    const [made] = await read('action=program.created');
    const { after, ...row } = made as Row & { after: { name: string } };
    assert.equal(after.name, 'Audited');
    assert.deepEqual(row, {
      ...row,
      organization_id: organization,
      actor_kind: 'person',
      actor_id: owner.id,
      object_type: 'program',
      object_id: programId,
      request_id: 'req-1',
    });
    const ids = (await read()).map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => other - one),
    );
  });

  it('names the people in it, however many members there are', async () => {
    const [change] = expect200(await as(owner.token).get('/audit?action=member.role_changed')).items;
    assert.deepEqual([change.actor_name, change.subject_name], ['Test admin', 'Test volunteer']);
  });

  it('is filtered by who did it, whom it is about, object, action and time', async () => {
    assert.deepEqual(await actions(`actor_id=${admin.id}`), ['member.role_changed', 'member.role_changed']);
    assert.deepEqual(await actions(`user_id=${ada.id}`), ['member.role_changed', 'member.role_changed']);
    assert.deepEqual(await actions(`object_type=program&object_id=${programId}`), ['program.created']);
    assert.deepEqual(await actions('action=organization.created'), ['organization.created']);
    assert.deepEqual(await actions('actor_kind=api_key'), []);
    const [newest] = await read('limit=1');
    const at = encodeURIComponent(newest?.created_at ?? '');
    assert.ok((await read(`from=${at}`)).length >= 1);
    assert.ok(!(await read(`to=${at}`)).some(({ id }) => id === newest?.id));
    assert.deepEqual(await actions('to=2020-01-01T00:00:00Z'), []);
  });

  it('comes in pages that leave nothing out', async () => {
    const all = (await read()).map(({ id }) => id);
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: Row[]; next_cursor: string | null } = expect200(
        await as(owner.token).get(`/audit?limit=2${cursor ? `&cursor=${cursor}` : ''}`),
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(seen, all);
  });

  it('shows the rows of the caller’s organization only, and refuses odd questions', async () => {
    const elsewhere = await muster.person();
    await muster.organization(elsewhere);
    const { items } = expect200(await as(elsewhere.token).get('/audit'));
    assert.ok(
      items.every(({ organization_id }: { organization_id: number }) => organization_id !== organization),
    );
    assertRefused(await as(elsewhere.token).get(`/audit?organization_id=${organization}`), 404, 'not_found');
    for (const [query, field] of [
      ['action=%00', 'action'],
      ['from=yesterday', 'from'],
      ['from=2026-01-01T00:00:00', 'from'],
      ['cursor=rubbish', 'cursor'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['user_id=9e99', 'user_id'],
      ['object_id=1e400', 'object_id'],
    ] as const) {
      const answer = await as(owner.token).get(`/audit?${query}`);
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), [field], query);
    }
  });
});

describe('the record', () => {
  it('cannot be changed, removed or emptied, not even by SQL, not even with triggers switched off', async () => {
    const attempts = [
      `update audit_log set action = 'nothing'`,
      `delete from audit_log`,
      `truncate audit_log`,
      `truncate audit_log cascade`,
      `insert into audit_log select * from audit_log on conflict (id, organization_id, created_at) do update set action = 'x'`,
    ];
    const { rows } = await sql<{ name: string }>`
      select 'history.' || name as name from history.partitions
      where parent = 'audit_log' and now() >= low and now() < high
    `.execute(database.db);
    assert.equal(rows.length, 1);
    for (const { name } of [...rows, { name: 'history.audit_log_other' }])
      attempts.push(
        `truncate ${name}`,
        ...(name.endsWith('_other') ? [] : [`delete from ${name}`, `update ${name} set reason = ''`]),
      );
    const before = (await read()).length;
    for (const text of attempts) {
      await assert.rejects(sql.raw(text).execute(database.db), /never changed or removed/, text);
      const client = await database.pool.connect();
      try {
        await client.query(`set session_replication_role = replica`);
        await assert.rejects(client.query(text), /never changed or removed/, text);
      } finally {
        await client.query('reset session_replication_role');
        client.release();
      }
    }
    assert.equal((await read()).length, before);
  });

  it('is written with the change or not at all', async () => {
    const before = (await read()).length;
    assertRefused(await as(owner.token).post(`${path}/leave`), 409, 'last_owner');
    assertRefused(
      await as(owner.token).patch(`${path}/members/${owner.id}`, { role: 'admin' }),
      409,
      'last_owner',
    );
    assert.equal((await read()).length, before);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
