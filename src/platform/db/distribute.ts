import pg from 'pg';
import { locked, MigrationError } from './migrate.ts';
import { findWritable } from './servers.ts';

/** The tables by where their rows are on a Citus cluster. */
export interface Placement {
  /** Copied to every node. */
  readonly reference: readonly string[];
  /** Spread over the nodes by `organization_id`; the rows of one organization are together. */
  readonly organization: readonly string[];
  /** Spread over the nodes by `organization_id` too, but not together with other tables. */
  readonly apart: readonly string[];
  /** Spread over the nodes by `user_id`; the rows of one person are together. */
  readonly person: readonly string[];
  /** Only on the coordinator. */
  readonly local: readonly string[];
  /** Functions that read reference tables, with the types of their arguments. */
  readonly readers: readonly string[];
}

export const distributionColumns = {
  organization: 'organization_id',
  apart: 'organization_id',
  person: 'user_id',
} as const;

type Group = keyof typeof distributionColumns;

const groups = Object.keys(distributionColumns) as readonly Group[];

/** Throws unless this database is the coordinator of a cluster that can take the tables. Changes nothing. */
export async function assertDistributable(address: string): Promise<void> {
  await withClient(address, async (client) => {
    const found = await client.query(`select 1 from pg_extension where extname = 'citus'`);
    if (found.rowCount === 0)
      throw new MigrationError(
        'This database has no Citus extension, so its tables cannot be distributed. Nothing was changed. Install Citus on every node and run "create extension citus" in this database on each of them.',
      );
    const { rows } = await client.query<{ coordinator: boolean; is_worker: boolean; shards: boolean }>(
      `select coalesce(bool_or(groupid = 0), false) as coordinator,
        (select groupid <> 0 from pg_dist_local_group) as is_worker,
        coalesce(bool_or(isactive and shouldhaveshards), false) as shards
      from pg_dist_node`,
    );
    if (rows[0]?.is_worker)
      throw new MigrationError('This is a worker node of Citus. Set DATABASE_URL to the coordinator.');
    if (!rows[0]?.coordinator)
      throw new MigrationError(
        'The nodes of Citus do not know the coordinator. Run "select citus_set_coordinator_host(\'<host>\')" in this database.',
      );
    if (!rows[0]?.shards)
      throw new MigrationError(
        'Citus has no node for the data. Run "select citus_add_node(\'<host>\', 5432)" in this database for each worker node.',
      );
    const prepared = await client.query<{ nodename: string; nodeport: number; result: string }>(
      `select nodename, nodeport, result from run_command_on_all_nodes('show max_prepared_transactions')
      join pg_dist_node using (nodeid) where result = '0'`,
    );
    const [node] = prepared.rows;
    if (node)
      throw new MigrationError(
        `max_prepared_transactions is 0 on ${node.nodename}:${node.nodeport}, so a change on two nodes could be lost on one of them. Set it to the value of max_connections and restart that node.`,
      );
  });
}

/**
 * Gives each table its place. Every table is a transaction, so an interrupted run continues where it ended; what has its
 * place is left alone.
 */
export async function distribute(
  address: string,
  placement: Placement,
  report: (line: string) => void = () => {},
): Promise<void> {
  await withClient(address, async (client) => {
    await locked(client, () => stopCounting(client));
    const places = await currentPlaces(client);
    for (const table of await inOrderOfReferences(client, placement)) {
      if (places.get(table) === wantedPlace(placement, table)) continue;
      await locked(client, () => placeTable(client, placement, table)).catch((error) => {
        throw new MigrationError(`Table ${table} cannot be distributed: ${explain(error)}`, { cause: error });
      });
      report(`distributed ${table} (${wantedPlace(placement, table)})`);
    }
    await locked(client, async () => {
      for (const reader of placement.readers) await allowReading(client, reader);
      for (const [name, value] of Object.entries(clusterSettings)) await setForDatabase(client, name, value);
      await dropLocalCopies(client, placement);
      await dropLocalReferences(client, placement);
    });
  });
}

/** What changes on other nodes can't be counted here, so no answers are kept (`kept-answers.ts`). */
async function stopCounting(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
    where tgfoid = to_regproc('count_change')`,
  );
  for (const { table, name } of rows) await client.query(`drop trigger ${name} on ${table}`);
}

/** Of a distributed database. */
export const clusterSettings = {
  // Lock timeouts of a transaction also hold on the other nodes.
  'citus.propagate_set_commands': 'local',
  // A change on all shards visits one after the other. If it visited them at once, Citus would refuse to change users and
  // organizations later in the same transaction.
  'citus.multi_shard_modify_mode': 'sequential',
  // New partitions of the audit log get its triggers.
  'citus.enable_unsafe_triggers': 'on',
};

/** Whether tables of this database are on several nodes. Then those of a new migration belong there too. */
export async function isDistributed(address: string): Promise<boolean> {
  return await withClient(address, async (client) => {
    const { rows } = await client.query(
      `select 1 where to_regclass('pg_catalog.pg_dist_partition') is not null`,
    );
    return rows.length > 0 && (await currentPlaces(client)).size > 0;
  });
}

/** Citus keeps what was in a table before, out of sight. */
async function dropLocalCopies(client: pg.Client, placement: Placement): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select name as table from unnest($1::text[]) as name
    where pg_relation_size(name) > 0 or exists (
      select 1 from pg_partition_tree(name) where pg_relation_size(relid) > 0)`,
    [groups.flatMap((group) => placement[group])],
  );
  for (const { table } of rows)
    await withoutTruncateTriggers(client, table, () =>
      client.query('select truncate_local_data_after_distributing_table($1)', [table]),
    );
}

/** Triggers that forbid emptying a table are switched off on the coordinator, where its rows no longer are. */
async function withoutTruncateTriggers(
  client: pg.Client,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; enable: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name,
      case tgenabled when 'A' then 'enable always' else 'enable' end as enable
    from pg_trigger where not tgisinternal and tgtype & 32 <> 0 and tgenabled <> 'D'
      and (tgrelid = $1::regclass or tgrelid in (select relid from pg_partition_tree($1::regclass)))`,
    [table],
  );
  const onlyHere = (isOn: boolean) =>
    client.query(`set local citus.enable_ddl_propagation = ${isOn ? 'off' : 'on'}`);
  await onlyHere(true);
  for (const row of rows) await client.query(`alter table ${row.table} disable trigger ${row.name}`);
  await work();
  await onlyHere(true);
  for (const row of rows) await client.query(`alter table ${row.table} ${row.enable} trigger ${row.name}`);
  await onlyHere(false);
}

/**
 * Each insert into a table of the coordinator would lock a row of a reference table on all nodes, and two inserts at the
 * same time deadlock there. Rows of reference tables that others point to are never deleted.
 */
async function dropLocalReferences(client: pg.Client, { local, reference }: Placement): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid::regclass::text = any($1) and confrelid::regclass::text = any($2)`,
    [local, reference],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
}

/** Functions in a statement that runs on a shard may not read other tables. Reference tables are the same on every node. */
async function allowReading(client: pg.Client, reader: string): Promise<void> {
  const setting = 'citus.allow_nested_distributed_execution';
  const { rows } = await client.query(
    'select 1 from pg_proc where oid = $1::regprocedure and $2 = any(proconfig)',
    [reader, `${setting}=on`],
  );
  if (rows.length > 0) return;
  await client.query('select create_distributed_function($1)', [reader]);
  await client.query(`alter function ${reader} set ${setting} = on`);
}

async function setForDatabase(client: pg.Client, name: string, value: string): Promise<void> {
  // Not from current_setting: a transaction of ours sets some of them for itself.
  const { rows } = await client.query<{ database: string; is_set: boolean }>(
    `select quote_ident(datname) as database, exists (
      select 1 from pg_db_role_setting where setdatabase = d.oid and setrole = 0 and $1 = any(setconfig)) as is_set
    from pg_database d where datname = current_database()`,
    [`${name}=${value}`],
  );
  if (!rows[0]?.is_set) await client.query(`alter database ${rows[0]?.database} set ${name} = '${value}'`);
}

function wantedPlace(placement: Placement, table: string): string {
  const group = groupOf(placement, table);
  return group ? distributionColumns[group] : 'reference';
}

function groupOf(placement: Placement, table: string): Group | undefined {
  return groups.find((group) => placement[group].includes(table));
}

async function placeTable(client: pg.Client, placement: Placement, table: string): Promise<void> {
  const places = await currentPlaces(client);
  const [current, wanted] = [places.get(table), wantedPlace(placement, table)];
  // Another process was faster.
  if (current === wanted) return;
  if (current !== undefined)
    throw new Error(
      `it is at "${current}" instead of "${wanted}". Run "select undistribute_table('${table}')" first.`,
    );
  const group = groupOf(placement, table);
  if (group === undefined) await client.query('select create_reference_table($1)', [table]);
  else {
    // Organizations and people are two groups: moving a large organization must not move a person with the same number.
    const neighbors = group === 'apart' ? [] : placement[group];
    const neighbor = neighbors.find((one) => places.get(one) === wanted) ?? 'none';
    const create = 'select create_distributed_table($1, $2, colocate_with => $3)';
    await client.query(create, [table, wanted, neighbor]);
  }
}

function explain(error: unknown): string {
  const { message, detail } = error as pg.DatabaseError;
  return detail ? `${message}. ${detail}` : message;
}

/** What Citus knows: the distribution column, or `reference`. */
async function currentPlaces(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; place: string }>(
    `select logicalrelid::text as table,
      case partmethod when 'n' then 'reference' else column_to_column_name(logicalrelid, partkey) end as place
    from pg_dist_partition where partmethod <> 'n' or repmodel = 't'`,
  );
  return new Map(rows.map(({ table, place }) => [table, place]));
}

/** A table comes after those that it references. */
async function inOrderOfReferences(client: pg.Client, placement: Placement): Promise<string[]> {
  const { rows } = await client.query<{ table: string; referenced: string }>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as referenced from pg_constraint
    where contype = 'f' and conparentid = 0`,
  );
  const ordered = new Set<string>();
  const add = (table: string, above: readonly string[]): void => {
    if (ordered.has(table) || above.includes(table)) return;
    for (const row of rows) if (row.table === table) add(row.referenced, [...above, table]);
    ordered.add(table);
  };
  const all = [...placement.reference, ...groups.flatMap((group) => placement[group])];
  for (const table of all) add(table, []);
  return [...ordered].filter((table) => all.includes(table));
}

async function withClient<Answer>(
  address: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({
    connectionString: await findWritable(address),
    application_name: 'muster migrate',
  });
  // A connection that breaks is reported by the statement that needs it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
