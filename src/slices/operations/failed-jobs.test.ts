import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { relayOnce } from '#platform/outbox/index.ts';
import { skipBehindPooler } from '#test/database.ts';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';
import { dailyTask, runDailyTask, scheduleDueOrganizations } from './commands/schedule-daily.ts';

const muster = await peopleApp();
const { platform, database } = muster;
const owner = await muster.person('Owner');
const organizationId = await muster.organization(owner, 'Night Kitchen');
const client = muster.as(owner.token);
const other = await muster.person('Other');
const otherOrganization = await muster.organization(other, 'Day Kitchen');

/** A daily task that nothing can run, on its last attempt. */
async function failOne(organization = organizationId): Promise<void> {
  const payload = { task: 'no such task', organization_ids: [organization] };
  await inTransaction(database, {}, (tx) => enqueue(tx, { ...dailyTask, maxAttempts: 1 }, payload));
  expect200(await client.post('/jobs/process'));
}
const list = async (token = owner.token, query = `organization_id=${organizationId}`) =>
  expect200(await muster.as(token).get(`/jobs/failed?${query}`));

describe('GET /jobs/failed', () => {
  it('shows an admin the failed jobs of their organization and of no other, newest first', async () => {
    await failOne();
    await failOne(otherOrganization);
    await failOne();
    const { items, next_cursor } = await list(owner.token, `organization_id=${organizationId}&limit=1`);
    assert.equal(items.length, 1);
    const { id, failed_at, ...job } = items[0];
    assert.ok(id > 0 && failed_at);
    assert.deepEqual(job, {
      organization_id: organizationId,
      task: 'daily_task',
      part: 'no such task',
      event_id: null,
      event_type: null,
      attempts: 1,
      error: 'no daily task is called no such task',
    });
    const rest = await list(owner.token, `organization_id=${organizationId}&limit=1&cursor=${next_cursor}`);
    assert.equal(rest.items.length, 1);
    assert.equal(rest.next_cursor, null);
    const theirs = await list(other.token, `organization_id=${otherOrganization}`);
    assert.deepEqual(
      theirs.items.map((item: { organization_id: number }) => item.organization_id),
      [otherOrganization],
    );
  });

  it('counts them in the metrics', async () => {
    const { payload } = await muster.app.inject({ method: 'GET', url: '/metrics' });
    assert.match(payload, /muster_queue_depth\{queue="failed"\} [1-9]/);
    assert.match(payload, /muster_job_failures_total\{task="daily_task",final="true"\} [1-9]/);
  });

  it('counts up to 10,000 of them, and tells the age of the oldest', async () => {
    await sql`insert into failed_jobs (task, payload, attempts, error, failed_at)
      select 'look', '{}', 1, 'spoiled', now() - interval '1 hour' * (place / 10000)
      from generate_series(1, 10001) as place`.execute(database.db);
    const { payload } = await muster.app.inject({ method: 'GET', url: '/metrics' });
    assert.match(payload, /^muster_queue_depth\{queue="failed"\} 10000$/m);
    assert.match(payload, /^muster_queue_age_seconds\{queue="failed"\} 36\d\d/m);
    await sql`delete from failed_jobs where task = 'look'`.execute(database.db);
  });
});

describe('a failed job', () => {
  it('is queued again by a retry, and comes back if it fails again', async () => {
    await failOne();
    const [job] = (await list()).items;
    const retry = () =>
      client.post(`/jobs/failed/${job.id}/retry`, {}, { 'idempotency-key': `retry ${job.id}` });
    assert.deepEqual(expect200(await retry()), expect200(await retry()));
    assertRefused(await client.post(`/jobs/failed/${job.id}/retry`), 404, 'not_found');
    assert.equal(expect200(await client.post('/jobs/process')).failed, 1);
    const [again] = (await list()).items;
    assert.ok(again.id > job.id);
    const audit = expect200(await client.get(`/audit?organization_id=${organizationId}&action=job.retried`));
    assert.equal(audit.items[0].object_id, job.id);
  });

  it('leaves the list when it is discarded', async () => {
    await failOne();
    const before = (await list()).items;
    expect200(await client.del(`/jobs/failed/${before[0].id}`));
    assert.deepEqual((await list()).items, before.slice(1));
  });

  it('of another organization or of the installation does not exist for an admin', async () => {
    const [theirs] = (await list(other.token, `organization_id=${otherOrganization}`)).items;
    const { rows } = await sql<{ id: number }>`
      insert into failed_jobs (task, payload, max_attempts, attempts, error)
      values ('clean_up', '{}', 1, 1, 'It failed.') returning id
    `.execute(database.db);
    for (const id of [theirs.id, rows[0]?.id]) {
      assertRefused(await client.post(`/jobs/failed/${id}/retry`), 404, 'not_found');
      assertRefused(await client.del(`/jobs/failed/${id}`), 404, 'not_found');
    }
  });
});

describe('the daily tasks of many organizations', () => {
  it('are queued in a number of statements that grows by batches, not by organizations', {
    skip: skipBehindPooler,
  }, async () => {
    await sql`
      insert into organizations (name, time_zone) select 'O ' || n, 'UTC' from generate_series(1, 1200) as n
    `.execute(database.db);
    const tasks = ['hours', 'badges'].map((name) => ({ name, run: async () => {} }));
    const before = await count();
    const query = mock.method(pg.Client.prototype, 'query');
    await scheduleDueOrganizations(platform, Temporal.Instant.from('2032-05-01T12:00:00Z'), tasks);
    const statements = query.mock.callCount();
    query.mock.restore();
    assert.equal((await count()) - before, 3 * 2);
    assert.ok(statements <= 3 * 7, `${statements} statements for three batches`);
    const { rows } = await sql<{ organizations: number; minutes: string[] }>`
      select sum(jsonb_array_length(payload -> 'organization_ids'))::int as organizations,
        array_agg(distinct to_char(run_at at time zone 'UTC', 'HH24:MI')) as minutes
      from queued_jobs where task = 'daily_task'
    `.execute(database.db);
    assert.deepEqual(rows, [{ organizations: 1_202 * 2, minutes: ['12:00', '12:16', '12:33'] }]);
    await scheduleDueOrganizations(platform, Temporal.Instant.from('2032-05-01T13:00:00Z'), tasks);
    assert.equal((await count()) - before, 3 * 2);
    await sql`delete from queued_jobs`.execute(database.db);
  });

  it('fail for one of them alone: the others are done, and its admins see it', async () => {
    const all = [101, 102, 103, organizationId, 104, 105, 106];
    const done = new Set<number>();
    const run = async (_call: unknown, ids: readonly number[]) => {
      if (ids.includes(organizationId)) throw new Error('spoiled');
      for (const id of ids) done.add(id);
    };
    const context = { now: platform.clock(), attempt: 1 };
    const failed: unknown[] = [];
    const queue = [{ task: 'spoiled', organization_ids: all }];
    for (let work = queue.shift(); work; work = queue.shift()) {
      await runDailyTask(platform, [{ name: 'spoiled', run }], work, context).catch((error: Error) =>
        failed.push({ ids: work?.organization_ids, error: error.message }),
      );
      const { rows } = await sql<{ payload: (typeof queue)[number] }>`
        delete from queued_jobs where task = 'daily_task' returning payload
      `.execute(database.db);
      queue.push(...rows.map(({ payload }) => payload));
    }
    assert.deepEqual(failed, [{ ids: [organizationId], error: 'spoiled' }]);
    assert.deepEqual(
      [...done].sort(),
      all.filter((id) => id !== organizationId),
    );
  });

  it('show in the metrics how many wait', async () => {
    await inTransaction(database, {}, (tx) =>
      enqueue(tx, dailyTask, { task: 'hours', organization_ids: [organizationId, otherOrganization] }),
    );
    await relayOnce(database, []);
    const { payload } = await muster.app.inject({ method: 'GET', url: '/metrics' });
    assert.match(payload, /^muster_daily_tasks\{state="waiting"\} 2$/m);
    assert.match(payload, /^muster_daily_tasks\{state="scheduled"\} \d+$/m);
    assert.match(payload, /^muster_queue_depth\{queue="background"\} 1$/m);
    expect200(await client.post('/jobs/process'));
  });
});

async function count(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from queued_jobs`.execute(
    database.db,
  );
  return rows[0]?.count ?? 0;
}
