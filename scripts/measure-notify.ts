/**
 * Does a NOTIFY inside a writing transaction cost throughput? PostgreSQL takes one lock on the whole database
 * while such a transaction commits, so their commits queue up behind each other's fsync.
 *
 *   node scripts/measure-notify.ts [connections] [seconds a round]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import pg from 'pg';
import { migrate } from '#platform/db/migrate.ts';

const connections = Number(process.argv[2] ?? 16);
const seconds = Number(process.argv[3] ?? 3);
const rounds = 3;

interface Method {
  readonly name: string;
  /** What the transaction does beside its insert. */
  readonly statement?: string;
  /** Runs after each commit. */
  afterCommit?(): void;
}

const folder = await mkdtemp(join(tmpdir(), 'muster-measure-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
try {
  await migrate(postgres.url);
  const clients = await Promise.all(Array.from({ length: connections }, connect));
  const [listener, notifier] = await Promise.all([connect(), connect()]);
  await listener.query('create table notes (id bigint generated always as identity primary key, text text)');
  await listener.query('listen muster_outbox; listen "jobs:insert"');

  const results = new Map<string, number[]>();
  const methods = notificationMethods(notifier);
  // Rounds are interleaved, so that a slow moment of the machine hits all alike.
  for (let round = 0; round < rounds; round += 1)
    for (const method of methods)
      results.set(method.name, [...(results.get(method.name) ?? []), await throughput(clients, method)]);
  print(results);
  await Promise.all([...clients, listener, notifier].map((client) => client.end()));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url, pipeline: true });
  await client.connect();
  return client;
}

function notificationMethods(notifier: pg.Client): Method[] {
  let isWaiting = false;
  const payload = `'{"reaction":"webhooks","events":[]}'`;
  return [
    { name: 'insert alone' },
    { name: 'insert + pg_notify in the transaction', statement: `select pg_notify('muster_outbox', '')` },
    {
      name: 'insert + graphile add_job in the transaction',
      statement: `select graphile_worker.add_job('react', ${payload}::json)`,
    },
    {
      name: 'insert + queued_jobs, one notify in 10 ms after commit',
      statement: `insert into queued_jobs (task, payload) values ('react', ${payload})`,
      afterCommit() {
        if (isWaiting) return;
        isWaiting = true;
        setTimeout(() => {
          isWaiting = false;
          notifier.query('notify muster_outbox').catch(() => {});
        }, 10);
      },
    },
  ];
}

/** Committed transactions a second. */
async function throughput(clients: readonly pg.Client[], method: Method): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  const counts = await Promise.all(
    clients.map(async (client) => {
      let count = 0;
      for (; performance.now() < until; count += 1) {
        await Promise.all([
          client.query('begin'),
          client.query(`insert into notes (text) values ('what happened')`),
          ...(method.statement ? [client.query(method.statement)] : []),
          client.query('commit'),
        ]);
        method.afterCommit?.();
      }
      return count;
    }),
  );
  const took = (performance.now() - begun) / 1_000;
  return counts.reduce((sum, count) => sum + count, 0) / took;
}

function print(results: ReadonlyMap<string, readonly number[]>): void {
  const medians = [...results].map(
    ([name, values]) =>
      [name, values.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0] as const,
  );
  const alone = medians[0]?.[1] ?? 1;
  console.log(`${connections} connections, fsync on, median of ${rounds} rounds of ${seconds} s\n`);
  console.log('| in the transaction | transactions a second | of the insert alone |');
  console.log('|---|---:|---:|');
  for (const [name, median] of medians)
    console.log(`| ${name} | ${Math.round(median)} | ${Math.round((median / alone) * 100)} % |`);
}
