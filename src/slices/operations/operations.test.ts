import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createWorker } from '#app/service.ts';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';
import { dailyTask, scheduleDueOrganizations } from './commands/schedule-daily.ts';
import { countDueJobs } from './sql.ts';

const muster = await peopleApp();
const { platform, database } = muster;
const owner = await muster.person('Owner');
const organizationId = await muster.organization(owner, 'Night Kitchen');
const client = muster.as(owner.token);

const tasks = [
  'offer_expiry',
  'no_shows',
  'auto_checkout',
  'hours',
  'badges',
  'reminders',
  'journey_timers',
  'clean_up',
];

async function queueTasks(count: number): Promise<void> {
  await inTransaction(database, {}, async (tx) => {
    for (let at = 0; at < count; at += 1) {
      await enqueue(tx, dailyTask, {
        task: 'offer_expiry',
        organization_ids: [organizationId],
      });
    }
  });
}

async function runs(date: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from daily_runs where organization_id = ${organizationId} and local_date = ${date}
  `.execute(database.db);
  return rows[0]?.count ?? 0;
}

describe('POST /jobs/process', () => {
  it('runs what is due and answers when it is done', async () => {
    await queueTasks(3);
    const body = expect200(await client.post('/jobs/process'));
    assert.deepEqual(
      { ...body, processed: body.processed >= 3 },
      { success: true, processed: true, failed: 0, remaining: 0 },
    );
  });

  it('waits for what a worker has already taken', async () => {
    const worker = await createWorker(platform, database.url);
    try {
      for (const day of [1, 2, 3, 4, 5, 6]) {
        const date = Temporal.Now.plainDateISO('UTC').subtract({ days: day }).toString();
        expect200(await client.post('/jobs/schedule-daily', { organization_id: organizationId, date }));
        assert.equal(expect200(await client.post('/jobs/process')).remaining, 0);
      }
    } finally {
      await worker.stop();
    }
  });

  it('does nothing under an Idempotency-Key that belongs to another request', async () => {
    const post = (path: string, body: object) =>
      client.post(path, { organization_id: organizationId, ...body }, { 'idempotency-key': `key ${path}` });
    const first = expect200(await post('/jobs/process', {}));
    await queueTasks(2);
    assertRefused(await post('/jobs/process', { limit: 1 }), 422, 'idempotency_mismatch');
    assert.deepEqual(expect200(await post('/jobs/process', {})), first);
    assert.equal(expect200(await client.post('/jobs/process')).processed, 2, 'nothing has run before');
    expect200(await post('/jobs/aggregate-hours', {}));
    await sql`insert into hours_stale values (${organizationId}, ${owner.id})`.execute(database.db);
    assertRefused(await post('/jobs/aggregate-hours', { user_id: owner.id }), 422, 'idempotency_mismatch');
    expect200(await post('/jobs/aggregate-hours', {}));
    const { rows } = await sql`delete from hours_stale where user_id = ${owner.id} returning 1`.execute(
      database.db,
    );
    assert.equal(rows.length, 1, 'nothing has been added up');
  });

  it('stops at the limit and says what is left', async () => {
    await queueTasks(3);
    const body = expect200(await client.post('/jobs/process', { limit: 2 }));
    assert.equal(body.processed, 2);
    assert.equal(body.remaining, 1);
    assert.equal(expect200(await client.post('/jobs/process')).processed, 1);
  });

  it('looks at the first 10,000 of a long queue, whoever asks', async () => {
    await sql`insert into queued_jobs (task, payload) select 'look', jsonb_build_object('organization_id', ${organizationId}::bigint)
      from generate_series(1, 10100)`.execute(database.db);
    for (const scope of ['all', [organizationId]] as const)
      assert.equal(await countDueJobs(database.db, scope), 10_000);
    await sql`delete from queued_jobs where task = 'look'`.execute(database.db);
  });

  it('counts a job that fails, and leaves it for later', async () => {
    await inTransaction(database, {}, (tx) =>
      enqueue(tx, dailyTask, { task: 'no such task', organization_ids: [organizationId] }),
    );
    const body = expect200(await client.post('/jobs/process'));
    assert.equal(body.failed, 1);
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(
      database.db,
    );
  });

  it('tells an admin about the work of their own organizations only', async () => {
    const neighbor = await muster.person('Neighbor');
    const elsewhere = await muster.organization(neighbor, 'Next Door');
    const other = muster.as(neighbor.token);
    await other.post('/jobs/process');
    await queueTasks(3);
    assert.equal(expect200(await other.post('/jobs/process', { limit: 1 })).remaining, 0);
    const { processed, failed, remaining } = expect200(await other.post('/jobs/process'));
    assert.deepEqual({ processed, failed, remaining }, { processed: 0, failed: 0, remaining: 0 });
    const program = await other.post('/programs', { organization_id: elsewhere, name: 'Kitchen' });
    const times = { start_time: '2030-05-01T09:00:00Z', end_time: '2030-05-01T12:00:00Z' };
    const shift = await other.post('/shifts', { program_id: expect200(program).id, ...times });
    expect200(await other.post(`/shifts/${expect200(shift).id}/signups`));
    await queueTasks(2);
    const own = expect200(await other.post('/jobs/process'));
    assert.ok(own.processed > 0, 'jobs that carry its events are counted');
    assert.equal(expect200(await client.post('/jobs/process')).processed, 0);
  });

  it('tells the owner of the installation about all of it', async () => {
    const operator = await muster.person('Operator');
    await muster.organization(operator, 'Operators');
    await sql`update users set is_installation_owner = true where id = ${operator.id}`.execute(database.db);
    await queueTasks(2);
    const body = expect200(await muster.as(operator.token).post('/jobs/process'));
    assert.ok(body.processed >= 2);
  });

  it('may be called from two places at once: each job runs once', async () => {
    await queueTasks(20);
    const answers = await Promise.all([client.post('/jobs/process'), client.post('/jobs/process')]);
    const processed = answers.map(expect200).reduce((sum, body) => sum + body.processed, 0);
    assert.equal(processed, 20);
  });
});

describe('POST /jobs/schedule-daily', () => {
  it('queues each task once for a date, however often and from wherever it is called', async () => {
    const body = { organization_id: organizationId, date: Temporal.Now.plainDateISO('UTC').toString() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/jobs/schedule-daily', body)),
    );
    const scheduled = answers.flatMap((answer) => expect200(answer).scheduled);
    assert.deepEqual(scheduled.sort(), [...tasks].sort());
    assert.equal(await runs(body.date), tasks.length);
    const again = expect200(await client.post('/jobs/schedule-daily', body));
    assert.deepEqual([again.scheduled, again.already_scheduled], [[], tasks]);
    assert.equal(expect200(await client.post('/jobs/process')).failed, 0);
  });

  it('queues the tasks of a future date for that day, at the hour when the worker would begin', async () => {
    await client.patch(`/organizations/${organizationId}`, { time_zone: 'America/New_York' });
    await client.post('/jobs/process');
    const date = Temporal.Now.plainDateISO('America/New_York').add({ days: 3 });
    const body = { organization_id: organizationId, date: date.toString() };
    assert.deepEqual(expect200(await client.post('/jobs/schedule-daily', body)).scheduled, tasks);
    assert.deepEqual(expect200(await client.post('/jobs/schedule-daily', body)).scheduled, []);
    const { processed, remaining } = expect200(await client.post('/jobs/process'));
    assert.deepEqual([processed, remaining], [0, 0], 'nothing runs before');
    const begin = date.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '03:00' }).toInstant();
    const { rows } = await sql<{ tasks: number }>`
      select count(*)::int as tasks from graphile_worker._private_jobs
      where run_at = ${begin}::timestamptz and payload -> 'organization_ids' ->> 0 = ${String(organizationId)}
    `.execute(database.db);
    assert.equal(rows[0]?.tasks, tasks.length);
    await scheduleDueOrganizations(
      platform,
      begin,
      tasks.map((name) => ({ name, run: async () => {} })),
    );
    assert.equal(await runs(body.date), tasks.length, 'not a second time by the worker');
    await client.patch(`/organizations/${organizationId}`, { time_zone: 'UTC' });
  });

  it('takes the date of the organization, not that of the server', async () => {
    await client.patch(`/organizations/${organizationId}`, { time_zone: 'Pacific/Kiritimati' });
    const body = expect200(await client.post('/jobs/schedule-daily', { organization_id: organizationId }));
    assert.equal(body.date, Temporal.Now.plainDateISO('Pacific/Kiritimati').toString());
  });

  it('refuses an invalid or distant date, naming the field', async () => {
    for (const date of ['2026-13-40', '1999-01-01', 7]) {
      const answer = await client.post('/jobs/schedule-daily', { organization_id: organizationId, date });
      assertRefused(answer, 400, 'validation_failed');
      assert.equal(answer.body.errors[0].path, 'date');
    }
  });

  it('refuses in the language that a program asks for', async () => {
    const program = muster.as(await muster.apiKey(owner, organizationId, ['jobs']));
    const body = { organization_id: organizationId, date: '1999-01-01' };
    const refused = await program.post('/jobs/schedule-daily', body, { 'accept-language': 'de' });
    assertRefused(refused, 400, 'validation_failed');
    assert.equal(refused.headers['content-language'], 'de');
    const { code, params, message } = refused.body.errors[0];
    assert.deepEqual([code, params], ['out_of_range', { days: 31 }]);
    assert.match(message, /höchstens 31 Tage von heute entfernt/);
  });
});

describe('the daily clock', () => {
  const daily = tasks.map((name) => ({ name, run: async () => {} }));
  const scheduledFor = async (iso: string) => {
    const before = await runs(iso.slice(0, 10));
    await scheduleDueOrganizations(platform, Temporal.Instant.from(iso), daily);
    return (await runs(iso.slice(0, 10))) - before;
  };

  it('begins at three in the morning there, catches up later in the day, and never twice', async () => {
    await client.patch(`/organizations/${organizationId}`, { time_zone: 'UTC' });
    assert.equal(await scheduledFor('2031-05-01T02:59:00Z'), 0);
    assert.equal(await scheduledFor('2031-05-01T03:00:00Z'), tasks.length);
    assert.equal(await scheduledFor('2031-05-01T12:00:00Z'), 0);
    assert.equal(await scheduledFor('2031-05-02T22:00:00Z'), tasks.length);
  });

  it('runs once on the days of the clock change', async () => {
    await client.patch(`/organizations/${organizationId}`, { time_zone: 'Europe/Berlin' });
    // 30 March 2031: the hour from two to three does not exist. 26 October 2031: it comes twice.
    assert.equal(await scheduledFor('2031-03-30T00:59:00Z'), 0);
    assert.equal(await scheduledFor('2031-03-30T01:00:00Z'), tasks.length);
    assert.equal(await scheduledFor('2031-10-26T00:30:00Z'), 0);
    assert.equal(await scheduledFor('2031-10-26T01:30:00Z'), 0);
    assert.equal(await scheduledFor('2031-10-26T02:00:00Z'), tasks.length);
  });
});

describe('who may run jobs', () => {
  it('an API key with the scope may, one without it may not', async () => {
    const key = await muster.apiKey(owner, organizationId, ['jobs']);
    expect200(await muster.as(key).post('/jobs/send-reminders', { within_hours: 24 }));
    expect200(await muster.as(key).post('/jobs/aggregate-hours', {}));
    const other = await muster.apiKey(owner, organizationId, ['shifts']);
    assertRefused(await muster.as(other).post('/jobs/process'), 403, 'forbidden');
  });
});
