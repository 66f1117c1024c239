import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type Metric,
  Registry,
} from 'prom-client';
import { Refusal } from '#kernel/refusal.ts';
import { unknownZoneUses } from '#kernel/zones.ts';
import type { Database } from '#platform/db/index.ts';
import { mostCounted, priorities } from '#platform/jobs/index.ts';
import { jobFailures } from '#platform/jobs/tasks.ts';
import { RequestDurations } from './durations.ts';

/** What prom-client calls metrics as JSON. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The other processes of a service whose processes share one port. Each can be asked for all of them. */
export interface OtherProcesses {
  /** One entry for each process that answers. */
  figures(): Promise<readonly Figures[]>;
  areReady(): Promise<boolean>;
  /** How this process answers the others. */
  answerWith(own: { figures(): Promise<Figures>; isReady(): Promise<boolean> }): void;
}

export interface Metrics {
  /** Of this process; the figures of several are added up. */
  readonly ofProcess: Registry;
  /** Of the database, so the same in each process. */
  readonly ofInstallation: Registry;
  readonly durations: RequestDurations;
}

/** All figures as text: of the installation, and of all processes together. */
export async function printMetrics(metrics: Metrics, others: readonly Figures[]): Promise<string> {
  const { ofProcess, ofInstallation } = metrics;
  const all =
    others.length === 0
      ? ofProcess
      : AggregatorRegistry.aggregate([await ofProcess.getMetricsAsJSON(), ...others]);
  return `${await all.metrics()}\n${await ofInstallation.metrics()}`;
}

/** What an operator watches: request durations by route, the pool, the queue, and the event loop's lag. */
export function createMetrics(database: Database): Metrics {
  const ofProcess = new Registry();
  const ofInstallation = new Registry();
  collectDefaultMetrics({ register: ofProcess, prefix: 'muster_' });
  const durations = new RequestDurations();
  ofProcess.registerMetric(durations as unknown as Metric);
  new Gauge({
    name: 'muster_db_pool_connections',
    help: 'Connections to PostgreSQL by state, and callers waiting for one.',
    labelNames: ['state'],
    registers: [ofProcess],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  ofProcess.registerMetric(jobFailures);
  registerZoneCounter(ofProcess);
  registerQueueGauges(ofInstallation, database);
  registerDailyGauge(ofInstallation, database);
  registerTenantCounter(ofInstallation, database);
  return { ofProcess, ofInstallation, durations };
}

interface QueueState {
  readonly queue: string;
  readonly depth: number;
  readonly age: number;
}

function registerQueueGauges(registry: Registry, database: Database): void {
  // Both gauges of a scrape have one reading. They are collected in this order, without waiting for each other.
  let reading: Promise<QueueState[]> | undefined;
  new Gauge({
    name: 'muster_queue_depth',
    help: 'Jobs that are due, background jobs that are due (no one waits for them), jobs in the list of failed ones, and events that wait for the relay.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      reading = readQueues(database);
      for (const { queue, depth } of await reading) this.set({ queue }, depth);
    },
  });
  new Gauge({
    name: 'muster_queue_age_seconds',
    help: 'How long the oldest thing that is due has been waiting.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      for (const { queue, age } of (await reading) ?? []) this.set({ queue }, age);
    },
  });
}

async function readQueues(database: Database): Promise<QueueState[]> {
  const { urgent, usual, background } = priorities;
  try {
    const { rows } = await sql<QueueState>`
      select queue, count(since)::int as depth, coalesce(extract(epoch from now() - min(since)), 0)::float8 as age
      from (
        select given.queue, job.since
        from (values ('due', ${urgent}::smallint), ('due', ${usual}), ('background', ${background})) as given (queue, priority)
        left join lateral (
          select run_at as since from graphile_worker._private_jobs
          where is_available and priority = given.priority and run_at <= now() order by run_at limit ${mostCounted}
        ) as job on true
        union all
        select 'failed', failed.since from (values (1)) as one
        left join lateral (select failed_at as since from failed_jobs order by failed_at limit ${mostCounted}) as failed on true
        union all
        select 'events', event.since from (values (false), (true)) as given (can_wait)
        left join lateral (
          select event_at as since from outbox where can_wait = given.can_wait order by position limit ${mostCounted}
        ) as event on true
      ) as waiting
      group by queue
    `.execute(database.db);
    return rows;
  } catch {
    // The scrape must still work while the database is away.
    return [];
  }
}

function registerDailyGauge(registry: Registry, database: Database): void {
  new Gauge({
    name: 'muster_daily_tasks',
    help: 'Daily tasks of the last 24 hours, one for each organization and kind of task: how many still wait, and how many were scheduled.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const { state, tasks } of await readDailyTasks(database)) this.set({ state }, tasks);
    },
  });
}

async function readDailyTasks(database: Database): Promise<{ state: string; tasks: number }[]> {
  try {
    const { rows } = await sql<{ state: string; tasks: number }>`
      select 'waiting' as state, coalesce(sum(json_array_length(payload -> 'organization_ids')), 0)::int as tasks
        from (
          select task_id, payload from graphile_worker._private_jobs
          where is_available and priority = ${priorities.background} limit ${mostCounted}
        ) as job join graphile_worker._private_tasks task on task.id = job.task_id
        where task.identifier = 'daily_task'
      union all
      select 'scheduled', count(*)::int from daily_runs where scheduled_at > now() - interval '1 day'
    `.execute(database.db);
    return rows;
  } catch {
    return [];
  }
}

function registerTenantCounter(registry: Registry, database: Database): void {
  new Counter({
    name: 'muster_organization_failures_total',
    help: 'How often a job for all organizations has failed for one of them and gone on with the others.',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      const rows = await readFailures(database);
      this.reset();
      for (const { job, failures } of rows) this.inc({ job }, failures);
    },
  });
}

function registerZoneCounter(registry: Registry): void {
  new Counter({
    name: 'muster_unknown_time_zone_reads_total',
    help: 'How often this process has read a stored time zone that it does not know as UTC.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(unknownZoneUses());
    },
  });
}

async function readFailures(database: Database): Promise<{ job: string; failures: number }[]> {
  try {
    const { rows } = await sql<{ job: string; failures: number }>`
      select job, sum(failures)::bigint as failures from organization_failures group by job order by job
    `.execute(database.db);
    return rows;
  } catch {
    return [];
  }
}

const checkTimeoutMs = 1_000;

/**
 * `/healthz`: the process lives. `/readyz`: all processes can serve, so the database takes writes and no one has asked them
 * to stop.
 */
export function registerHealth(app: FastifyInstance, database: Database, others?: OtherProcesses): Readiness {
  let closing = false;
  const isReady = async () => !closing && (await isWritable(database));
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', { config: { unlimited: true } }, (_request, reply) => {
    void reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send('{"status":"ok"}');
  });
  app.get('/readyz', { config: { unlimited: true } }, async (_request, reply) => {
    const areAllReady = (await isReady()) && ((await others?.areReady()) ?? true);
    if (!areAllReady) throw new Refusal('unavailable', { retryAfterSeconds: 2 });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
  return isReady;
}

/** Whether this process can serve. */
type Readiness = () => Promise<boolean>;

async function isWritable(database: Database): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, checkTimeoutMs, false).unref());
  const question = sql<{ is_writable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as is_writable from schema_migrations limit 1
  `
    .execute(database.db)
    .then(
      ({ rows }) => rows[0]?.is_writable === true,
      () => false,
    );
  return await Promise.race([question, timeout]);
}
