import pg from 'pg';

interface TableUse {
  readonly name: string;
  readonly rows: number;
  readonly table_bytes: number;
  readonly index_bytes: number;
  readonly updates: number;
  readonly hot_updates: number;
}

interface IndexUse {
  readonly table: string;
  readonly name: string;
  readonly scans: number;
  readonly bytes: number;
  /** Also keeps rows from being doubled, or others from pointing nowhere. */
  readonly is_constraint: boolean;
}

/** Partitions count for their table, and their indexes for its index. */
const tables = `
  select coalesce(parent.relname, t.relname) as name, sum(greatest(c.reltuples, t.n_live_tup))::float8 as rows,
    sum(pg_table_size(c.oid))::float8 as table_bytes, sum(pg_indexes_size(c.oid))::float8 as index_bytes,
    sum(t.n_tup_upd)::float8 as updates, sum(t.n_tup_hot_upd)::float8 as hot_updates
  from pg_stat_user_tables t join pg_class c on c.oid = t.relid
  left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
  where c.relkind = 'r' and t.schemaname in ('public', 'history', 'webhook_history') group by 1`;
const indexes = `
  select coalesce(parent_table.relname, s.relname) as "table", coalesce(parent.relname, s.indexrelname) as name,
    sum(s.idx_scan)::float8 as scans, sum(pg_relation_size(s.indexrelid))::float8 as bytes,
    bool_or(x.indisunique or x.indisexclusion) as is_constraint
  from pg_stat_user_indexes s join pg_index x on x.indexrelid = s.indexrelid
  left join pg_inherits i on i.inhrelid = s.indexrelid left join pg_class parent on parent.oid = i.inhparent
  left join pg_index parent_index on parent_index.indexrelid = i.inhparent
  left join pg_class parent_table on parent_table.oid = parent_index.indrelid
  where s.schemaname in ('public', 'history', 'webhook_history') group by 1, 2`;

/** What a row of each table takes, how many of its updates touched no index, and how often each index was used. */
export async function describeIndexUse(urls: readonly string[]): Promise<string> {
  const all: { tables: TableUse[]; indexes: IndexUse[] } = { tables: [], indexes: [] };
  for (const url of urls) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      all.tables.push(...(await client.query<TableUse>(tables)).rows);
      all.indexes.push(...(await client.query<IndexUse>(indexes)).rows);
    } finally {
      await client.end();
    }
  }
  const byTable = Map.groupBy(all.indexes, ({ table }) => table);
  return [...Map.groupBy(all.tables, ({ name }) => name)]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([name, own]) => [tableLine(name, own), ...indexLines(byTable.get(name) ?? [], own)])
    .join('\n');
}

/** Bytes are those of the database with the most rows: small tables are mostly empty pages. */
function tableLine(name: string, own: readonly TableUse[]): string {
  const largest = own.toSorted((one, other) => other.rows - one.rows)[0];
  const updates = sum(own.map((one) => one.updates));
  const hot =
    updates === 0 ? '' : `, ${share(sum(own.map((one) => one.hot_updates)), updates)} of updates are HOT`;
  const { rows = 0, table_bytes = 0, index_bytes = 0 } = largest ?? {};
  const each =
    rows < 1_000 ? '' : `: ${perRow(table_bytes, rows)} + ${perRow(index_bytes, rows)} bytes a row`;
  return `${name} ${Math.round(rows).toLocaleString('en')} rows${each}${hot}`;
}

function indexLines(indexes: readonly IndexUse[], own: readonly TableUse[]): string[] {
  const rows = Math.max(0, ...own.map((one) => one.rows));
  return [...Map.groupBy(indexes, ({ name }) => name)].sort().map(([name, uses]) => {
    const scans = sum(uses.map((use) => use.scans));
    const bytes = rows < 1_000 ? '' : perRow(Math.max(...uses.map((use) => use.bytes)), rows);
    const isUnused = scans === 0 && !uses.some((use) => use.is_constraint);
    return `  ${name.padEnd(44)} ${String(scans).padStart(9)} scans ${bytes.padStart(5)}${isUnused ? '  NOT USED' : ''}`;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
const perRow = (bytes: number, rows: number): string => (bytes / rows).toFixed(0);
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;

/** `DATABASE_URL=… node bench/index-use.ts`: of any installation. */
if (import.meta.main) console.log(await describeIndexUse([process.env['DATABASE_URL'] ?? '']));
