import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { expect200, openSession, type PeopleApp, peopleApp } from '#test/people.ts';
import { startReceiver } from '#test/receiver.ts';
import { badgeOwners, honestIds, hostileId, plantHonest, plantHostile } from '#test/tenants.ts';
import { backgroundOf, processDue } from './background.ts';
import { slices } from './slices.ts';

/** The same installation twice, at the same moment: once alone, once beside an organization that spoils all it can. */
const base = Temporal.Now.zonedDateTimeISO('UTC')
  .add({ days: 1 })
  .with({ hour: 13 })
  .round('hour')
  .toInstant();
const [alone, beside] = [await makeWorld(false), await makeWorld(true)];

async function makeWorld(hostile: boolean) {
  const muster = await peopleApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });
  const { db } = muster.database;
  // In the early afternoon of Europe it is morning in New York, and the day has begun everywhere.
  muster.setAhead(Temporal.Now.instant().until(base));
  if (hostile) await plantHostile(db, base);
  await plantHonest(db, base);
  for (const table of ['users', 'shifts', 'registrations', 'series'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 2000000)`.execute(db);
  const receiver = await startReceiver();
  const { token } = await openSession(muster.platform, 20);
  const client = muster.as(token);
  const hook = {
    organization_id: 2,
    name: 'Own',
    url: `${receiver.url}/own`,
    events: ['shift.no_show', 'shift.checkout', 'badge.awarded', 'hours.aggregated'],
  };
  expect200(await client.post('/webhooks/endpoints', hook));
  return { muster, client, receiver };
}

/** Everything that the clock asks for, and all that follows from it. Returns the jobs that failed as a whole. */
async function runEverything({ platform }: PeopleApp): Promise<string[]> {
  const failed: string[] = [];
  const { handlers, cron } = backgroundOf(slices, platform);
  for (const { job } of cron) {
    const handler = handlers.find(({ name }) => name === job.name);
    assert.ok(handler, job.name);
    const context = { now: base, attempt: 1, lastAttempt: false, signal: undefined };
    await handler
      .run({ failures: 0 }, context)
      .catch((error: Error) => failed.push(`${job.name}: ${error.message}`));
  }
  await processDue(slices, platform, undefined);
  return failed;
}

async function rowsOf({ database }: PeopleApp, query: RawBuilder<unknown>): Promise<unknown> {
  const { rows } = await sql`select * from (${query}) as honest order by honest::text`.execute(database.db);
  return rows;
}

const results: Record<string, RawBuilder<unknown>> = {
  registrations: sql`select id, status, flags, cancel_reason from registrations where organization_id <> ${hostileId}`,
  attendance: sql`select registration_id, status, minutes, flags from attendance where organization_id <> ${hostileId}`,
  hours: sql`select organization_id, user_id, month::text, minutes, shifts from hours where organization_id <> ${hostileId}`,
  mail: sql`select kind, user_id, organization_id, shift_id, registration_id, status, outcome, attempts from notifications
    where organization_id <> ${hostileId}`,
  badges: sql`select badge_id, user_id, source from badge_awards where organization_id <> ${hostileId}`,
  journeys: sql`select id, status, reminded, timer_at, reminder_at from journey_enrollments where organization_id <> ${hostileId}`,
  steps: sql`select c.enrollment_id, c.step_key, c.status from journey_completions c
    join journey_enrollments e on e.id = c.enrollment_id and e.organization_id = c.organization_id where e.organization_id <> ${hostileId}`,
  series: sql`select organization_id, series_id, start_time, title from shifts
    where series_id is not null and organization_id <> ${hostileId}`,
  'daily work': sql`select organization_id, local_date::text, task from daily_runs where organization_id <> ${hostileId}`,
  events: sql`select organization_id, type, count(*) from events where organization_id <> ${hostileId} group by 1, 2`,
  // Awards are numbered in the order in which the badges of all organizations happen to be looked at.
  audit: sql`select organization_id, action, case object_type when 'award' then null else object_id end as object_id,
      count(*) from audit_log
    where organization_id <> ${hostileId} and object_type not in ('shift', 'webhook_endpoint') group by 1, 2, 3`,
};

describe('beside a hostile organization', () => {
  it('every job does the same for the others', { timeout: 400_000 }, async () => {
    for (const { muster } of [alone, beside]) assert.deepEqual(await runEverything(muster), []);
    for (const [what, query] of Object.entries(results)) {
      const expected = (await rowsOf(alone.muster, query)) as unknown[];
      const least = what === 'badges' ? badgeOwners - hostileId : honestIds.length;
      assert.ok(expected.length >= least, `${what}: ${expected.length} rows`);
      assert.deepEqual(await rowsOf(beside.muster, query), expected, what);
    }
  });

  it('every failure is logged with its organization and counted', async () => {
    const failures = beside.muster.errors.filter((line) => line['organization_id'] !== undefined);
    assert.ok(failures.length > 0);
    assert.deepEqual([...new Set(failures.map((line) => line['organization_id']))], [hostileId]);
    assert.deepEqual(alone.muster.errors, []);
    const { payload } = await beside.muster.app.inject('/metrics');
    assert.match(payload, /^muster_organization_failures_total\{job="send_notifications"\} [1-9]/m);
    assert.doesNotMatch(payload, /organization="/);
    assert.match(payload, /^muster_unknown_time_zone_reads_total [1-9]/m);
  });

  it('every list shows the same', async () => {
    for (const path of [
      '/shifts?organization_id=2&limit=200',
      '/organizations/2/members',
      '/organizations/2/leaderboard',
      '/audit?organization_id=2',
      '/organizations/2/hours',
      '/forms',
      '/badges',
      '/journeys',
      '/shifts',
      '/me/registrations',
    ]) {
      const [expected, got] = [await everyPage(alone.client, path), await everyPage(beside.client, path)];
      assert.ok(expected !== undefined, path);
      assert.deepEqual(got, expected, path);
    }
  });

  it('every webhook arrives', async () => {
    for (const { client } of [alone, beside]) await client.post('/webhooks/process');
    const types = ({ receiver }: typeof alone) =>
      receiver
        .at('/own')
        .map(({ body }) => JSON.parse(body).type as string)
        .sort();
    assert.ok(types(alone).length > 0);
    assert.deepEqual(types(beside), types(alone));
  });
});

/** What a list holds of honest organizations, without what differs by the moment. */
async function everyPage(client: typeof alone.client, path: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor = ''; ; ) {
    const answer = await client.get(
      `${path}${path.includes('?') ? '&' : '?'}${cursor === '' ? '' : `cursor=${cursor}`}`,
    );
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body).slice(0, 300)}`);
    items.push(
      ...(answer.body.items as { organization_id?: number }[]).filter(
        (one) => one.organization_id !== hostileId,
      ),
    );
    if (!answer.body.next_cursor) break;
    cursor = encodeURIComponent(answer.body.next_cursor as string);
  }
  return JSON.parse(
    JSON.stringify(items, (key, value) =>
      /_at$|^(id|series_id|object_id|request_id|url)$/.test(key) ? undefined : value,
    ),
  );
}
