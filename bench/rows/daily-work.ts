import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createSealer, type Database, inTransaction, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { createLog } from '#platform/log/index.ts';
import { record, startNotifier } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { scheduleDueOrganizations } from '#slices/operations/commands/schedule-daily.ts';
import { extendSeries } from '#slices/shifts/jobs.ts';
import { startMuster } from '../children.ts';
import { dailyWorld } from '../daily-world.ts';
import { sampleOf } from '../jobs.ts';
import type { Row, Sample } from '../row.ts';
import { benchSecret } from '../seeded.ts';
import type { Stage } from '../stage.ts';

const organizations = 10_000;
const events = 1_000_000;
/** With `--size small`, a tenth of both. */
const shareOf = { large: 1, small: 0.1 };
const tasks = ['offer_expiry', 'no_shows', 'auto_checkout', 'hours', 'badges', 'reminders', 'journey_timers'];

/**
 * A whole day's work with all that it causes. At the same time, people get badges, whose email takes the same path as one
 * about a sign-up: without a mail server it ends where it would be handed to one.
 */
export const row: Row = {
  name: 'daily-work',
  measures: `the daily work of ${organizations.toLocaleString('en')} organizations beside ${events.toLocaleString('en')} events, all due at once (aim 300 s). mail ms: the longest that someone waits for an email about what just happened (aim 5,000)`,
  figure: 'seconds',
  aim: { atMost: 300 },
  limitedBy:
    'PostgreSQL and the worker, which take a core together: the worker does one background job at a time, so that people come first',
  rounds: 1,
  async setup(stage) {
    const database = await makeWorld(stage);
    const worker = await startMuster({ DATABASE_URL: database.url, MUSTER_SECRET: benchSecret }, 'worker');
    stage.atEnd(() => worker.stop());
    // As a server without its own worker does.
    const notifier = startNotifier(database);
    stage.atEnd(async () => notifier.stop());
    return [
      { name: 'muster', pid: worker.pid, round: () => runDay(database, organizations * shareOf[stage.size]) },
    ];
  },
};

async function runDay(database: Database, count: number): Promise<Sample> {
  const { pool } = database;
  await pool.query('delete from daily_runs');
  const beganMs = performance.now();
  const platform = { database, log: createLog('silent', false) } as Platform;
  const noon = Temporal.Now.zonedDateTimeISO('UTC').with({ hour: 12 }).toInstant();
  const named = tasks.map((name) => ({ name, run: async () => {} }));
  await scheduleDueOrganizations(platform, noon, named);
  await inTransaction(database, {}, async (tx) => {
    await enqueue(tx, extendSeries, {});
  });
  let mailMs = 0;
  do {
    // All at once, instead of over 50 minutes.
    await pool.query('update queued_jobs set run_at = null');
    await pool.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts = 0',
    );
    mailMs = Math.max(mailMs, await waitForMail(database));
  } while ((await countLeft(pool)) > 0);
  const tookMs = performance.now() - beganMs;
  return { ...sampleOf(count, tookMs), extra: { 'mail ms': mailMs } };
}

async function waitForMail(database: Database): Promise<number> {
  const beganMs = performance.now();
  const event = { type: 'badge.awarded', organizationId: 1, data: { user_id: 2, name: 'Helper' } };
  const [id] = await inTransaction(database, {}, (tx) => record(tx, Temporal.Now.instant(), event));
  for (;;) {
    const { rows } = await database.pool.query(
      `select 1 from notifications where user_id = 2 and event_id = $1 and status <> 'queued'`,
      [id],
    );
    if (rows.length > 0) return performance.now() - beganMs;
    await sleep(50);
  }
}

/** Jobs, and the events that they have caused. Email that can wait is not counted: it takes as long as the mail server. */
async function countLeft(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(`
    select (select count(*) from queued_jobs where task <> 'send_notifications') + (select count(*) from outbox)
      + (select count(*) from graphile_worker.jobs where task_identifier <> 'send_notifications' and run_at <= now()) as left`);
  return Number(rows[0]?.left);
}

async function makeWorld(stage: Stage): Promise<Database> {
  await stage.sql('create database daily_work');
  const url = new URL(stage.databaseUrl);
  url.pathname = '/daily_work';
  await migrate(url.href);
  const database = openDatabase({ url: url.href, size: 2, name: 'bench', sealer: createSealer(benchSecret) });
  stage.atEnd(() => database.close());
  // Without the time limits of the service.
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const share = shareOf[stage.size];
  for (const statement of dailyWorld(organizations * share, events * share)) await client.query(statement);
  await client.end();
  return database;
}
