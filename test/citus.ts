import { queryOnce } from './database.ts';

/** Few shards, so that a database is cloned quickly; two on each worker, so that nothing depends on there being one. */
const shardCount = 4;

/** Test files that say nothing about a cluster, by the beginnings of their paths, with the reasons. */
const leftOut: Readonly<Record<string, string>> = {
  'bench/': 'fills one server for measurements',
  'packages/': 'tests programs that do not use this server',
  'scripts/': 'reads files only',
  'src/app/large-organization.test.ts': 'counts the rows that one server reads',
  'src/app/placement.test.ts': 'asks plain PostgreSQL whether the tables could be distributed',
  'src/app/tables.test.ts': 'expects triggers that count changes, which a cluster does not have',
  'src/platform/db/migrate.test.ts': 'counts on tables that are not distributed',
  'src/platform/db/replica.test.ts': 'starts its own primary and standby',
  'src/platform/db/servers.test.ts': 'starts its own primary and standby',
  'src/slices/attendance/kept-plans.test.ts': 'counts the rows that one server reads',
  'src/slices/signups/kept-plans.test.ts': 'counts the rows that one server reads',
  'src/slices/signups/nearby-places.test.ts': 'counts the rows that one server reads',
  'test/axe/': 'reads files only',
  'test/browser/': 'tests pages; the answers of the API are tested without a browser',
  'test/chaos/': 'kills its own server; the drill kills nodes of a cluster',
  'test/run.test.ts': 'tests the test command',
  'test/two-commands.test.ts': 'tests a fresh clone with the embedded PostgreSQL',
  'test/webhooks-guide.test.ts': 'tests programs in the docs',
  'web/': 'tests the web app without a server',
};

/** Which of the files to run on a cluster. Says what it leaves out. */
export function filesForCitus(files: readonly string[]): string[] {
  for (const [start, reason] of Object.entries(leftOut))
    if (files.some((file) => file.startsWith(start))) console.log(`left out: ${start} ${reason}`);
  return files.filter((file) => !Object.keys(leftOut).some((start) => file.startsWith(start)));
}

/** The nodes of the cluster that this database coordinates, itself first; only itself on plain PostgreSQL. */
export async function findNodes(url: string): Promise<string[]> {
  const [citus] = await queryOnce(url, `select 1 from pg_extension where extname = 'citus'`);
  if (!citus) return [url];
  const workers = await queryOnce<{ host: string }>(
    url,
    `select nodename || ':' || nodeport as host from pg_dist_node where groupid > 0 order by groupid`,
  );
  return [url, ...workers.map(({ host }) => url.replace(new URL(url).host, host))];
}

/** Makes a cluster of databases with the same name on several nodes, the coordinator's first. */
export async function formCluster(databases: readonly string[]): Promise<void> {
  for (const database of databases) await queryOnce(database, 'create extension citus');
  const [coordinator = '', ...workers] = databases;
  const nodeOf = (database: string) => {
    const { hostname, port } = new URL(database);
    return [hostname, Number(port)];
  };
  await queryOnce(coordinator, 'select citus_set_coordinator_host($1, $2)', nodeOf(coordinator));
  for (const worker of workers) await queryOnce(coordinator, 'select citus_add_node($1, $2)', nodeOf(worker));
  const name = new URL(coordinator).pathname.slice(1);
  await queryOnce(coordinator, `alter database ${name} set citus.shard_count = ${shardCount}`);
}

/** A database is only cloned while no one uses it; Citus itself keeps a session in each. */
export async function endSessions(nodes: readonly string[], name: string): Promise<void> {
  const end = 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1';
  await Promise.all(nodes.map((node) => queryOnce(node, end, [name])));
}
