import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { cleanUp, type Expiring } from '#platform/db/clean-up.ts';
import { ensurePartitions } from '#platform/db/partitions.ts';
import { expiringDeliveries } from '#slices/webhooks/sql/history.ts';
import { peopleApp } from '#test/people.ts';
import { allExpiring, backgroundOf, cleanUpTask, relayUntil } from './background.ts';
import { slices } from './slices.ts';

const { platform, database } = await peopleApp();
/** No partition is made so far ahead: the default one has what is planted. */
const now = Temporal.Instant.from('2099-03-01T00:00:00Z');
const everything = [...allExpiring(slices), ...expiringDeliveries];

/** Old, so due for removal; the last one is of today. */
async function plantEvents(count: number): Promise<void> {
  await sql`
    insert into events (id, organization_id, type, data, created_at)
    select 'evt_old_' || n, 1, 'note.created', '{}'::jsonb, ${now.subtract({ hours: 24 * 91 })}::timestamptz
    from generate_series(1, ${count}::int) as n
    union all select 'evt_new', 1, 'note.created', '{}', ${now}::timestamptz
    on conflict do nothing
  `.execute(database.db);
}
const countEvents = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from events`.execute(database.db)).rows[0]
    ?.count;

const broken: Expiring = { name: 'broken', remove: () => sql`delete from no_such_table` };

/** Whole months or weeks are dropped, and what is in none of them is removed. The audit log is archived first. */
const byPartition = ['audit_log', 'events', 'notifications', 'webhook_attempts', 'webhook_messages'];
/** A row ends when its work is done. */
const emptiedByWork = ['hours_stale', 'job_workers', 'notification_queue', 'outbox', 'queued_jobs'];
/** What people have made or done, and settings: kept until someone removes it. */
const records = `
    api_keys attendance audit_archives availability badge_awards badge_journeys badges calendar_feeds
    form_submissions form_versions forms hour_letters hour_reports hours installation invitations
    issuer_keys join_requests journey_completions journey_enrollments journey_steps journey_versions
    journeys leaderboard_consents member_notes member_tags memberships message_recipients
    message_templates messages missions notification_reads organizations people_filters person_places
    programs push_subscriptions registrations requirement_fulfilments requirement_items
    schema_migrations series shift_ask_people shift_asks shift_roles shift_seats shift_templates shifts
    signing_keys tags time_zones users
  `
  .trim()
  .split(/\s+/);

describe('clean-up', () => {
  it('finds what it removes by an index, in every table', async () => {
    for (const rows of everything) {
      const plan = await database.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        const { rows: lines } = await sql<Record<'QUERY PLAN', string>>`
          explain ${rows.remove(now, 1_000)}
        `.execute(tx);
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      });
      assert.doesNotMatch(plan, /Seq Scan/, `${rows.name}\n${plan}`);
    }
  });

  it('knows of every table how it is kept from growing without end', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    `.execute(database.db);
    const removed = new Set(everything.map(({ name }) => name.split('.')[0] ?? ''));
    const others = rows.map(({ name }) => name).filter((name) => !removed.has(name));
    assert.deepEqual(others.sort(), [...byPartition, ...emptiedByWork, ...records].sort());
    assert.deepEqual(
      byPartition.filter((name) => !removed.has(`${name.replace('webhook_', '')}_other`)),
      ['audit_log'],
    );
  });

  it('removes in batches until nothing is left, and nothing that is young', async () => {
    await plantEvents(250);
    assert.equal(await cleanUp(database, everything, now, { batch: 100 }), 250);
    assert.equal(await countEvents(), 1);
  });

  it('stops when its time is up; the next run goes on', async () => {
    await plantEvents(250);
    const limits = { batch: 100, budgetMs: 0 };
    const removed = [];
    for (let run = 0; run < 4; run += 1) removed.push(await cleanUp(database, everything, now, limits));
    assert.deepEqual(removed, [100, 100, 50, 0]);
  });

  it('goes on with the others when one table fails, and says so at the end', async () => {
    await plantEvents(3);
    await assert.rejects(cleanUp(database, [broken, ...everything], now), /no_such_table/);
    assert.equal(await countEvents(), 1);
  });

  it('drops old weeks and months also when a table fails', async () => {
    await ensurePartitions(database.pool, Temporal.Instant.from('2020-03-01T00:00:00Z'));
    const countOld = async () =>
      (
        await sql`select 1 from history.partitions where parent = 'events' and low < '2021-01-01'`.execute(
          database.db,
        )
      ).rows.length;
    assert.ok((await countOld()) > 0);
    const { handlers } = backgroundOf([...slices, { name: 'spoiled', expiring: [broken] }], platform);
    const handler = handlers.find(({ name }) => name === 'clean_up');
    const context = { now: platform.clock(), attempt: 1, lastAttempt: false, signal: undefined };
    await assert.rejects(async () => handler?.run({}, context), /no_such_table/);
    assert.equal(await countOld(), 0);
  });

  it('is queued once for the whole installation', () => {
    const { cron } = backgroundOf(slices, platform);
    assert.equal(cron.filter(({ job }) => job.name === 'clean_up').length, 1);
  });

  it('waits once, however many organizations have it among their daily tasks', async () => {
    for (const organizationId of [1, 2, 3])
      await cleanUpTask(platform).run(systemCall('test', now), [organizationId]);
    await relayUntil(slices, platform, Infinity);
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'clean_up'
    `.execute(database.db);
    assert.equal(rows[0]?.jobs, 1);
  });
});

describe('the search for events that an endpoint missed', () => {
  it('uses the index by organization and time', async () => {
    // Of this week: the partition for all other times has one more index.
    const from = platform.clock();
    const plan = await database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<Record<'QUERY PLAN', string>>`
        explain select id from events e
        where e.organization_id = 1 and e.created_at >= ${from} and e.created_at < ${from.add({ hours: 1 })}
        order by e.created_at, e.position limit 10
      `.execute(tx);
      return rows.map((line) => line['QUERY PLAN']).join('\n');
    });
    assert.match(plan, /organization_id_created_at_idx/);
  });
});
