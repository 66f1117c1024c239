import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { type Database, inTransaction, type Reader } from '#platform/db/index.ts';
import { type Contents, chainOf, readContents, writeCompressed, writeWhole } from './archive-files.ts';
import { writeAudit } from './index.ts';

export interface ArchiveRow extends Contents {
  readonly number: number;
  readonly month: string;
  readonly file: string;
  readonly chain: string;
}

export async function selectArchives(db: Reader): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`
    select number, month::text as month, file, rows, first_id, last_id, sha256, chain from audit_archives order by number
  `.execute(db);
  return rows;
}

export interface ArchiveOrder {
  readonly folder: string;
  /** Months that ended before this are archived. */
  readonly before: Temporal.Instant;
  readonly now: Temporal.Instant;
  /** Called between the steps, which a crash may separate. */
  onStep?(step: string): void;
}

interface Month {
  readonly name: string;
  readonly month: string;
}

/**
 * Writes each month that is old enough to a file, reads the file back, and drops the month. Recording the archive, its
 * audit row and the drop are one transaction: after a crash at any point the next run finds the month still there and
 * writes it again, or finds it archived.
 */
export async function archiveAudit(database: Database, order: ArchiveOrder): Promise<ArchiveRow[]> {
  await mkdir(order.folder, { recursive: true });
  const done: ArchiveRow[] = [];
  for (const month of await selectOldMonths(database, order.before)) {
    const archived = await archiveMonth(database, order, month);
    if (archived) done.push(archived);
  }
  return done;
}

async function selectOldMonths(database: Database, before: Temporal.Instant): Promise<Month[]> {
  // What was written with a time for which there was no partition gets one.
  const { rows: found } = await sql<{ low: string }>`
    select distinct date_trunc('month', created_at, 'UTC')::text as low from history.audit_log_other
    where date_trunc('month', created_at, 'UTC') + interval '1 month' <= ${before}::timestamptz order by low
  `.execute(database.db);
  for (const { low } of found)
    await sql`
      select history.ensure('audit_log', 'created_at', ${low}::timestamptz, ${low}::timestamptz + interval '1 month')
    `.execute(database.db);
  const { rows } = await sql<Month>`
    select name, (low at time zone 'UTC')::date::text as month from history.partitions
    where parent = 'audit_log' and high <= ${before} order by low
  `.execute(database.db);
  return rows;
}

async function archiveMonth(
  database: Database,
  { folder, now, onStep = () => {} }: ArchiveOrder,
  { name, month }: Month,
): Promise<ArchiveRow | undefined> {
  const before = await selectArchives(database.db);
  const again = before.filter((one) => one.month === month).length;
  const title = `audit-${month.slice(0, 7)}${again === 0 ? '' : `-${again + 1}`}`;
  const file = `${title}.jsonl.gz`;
  await writeCompressed(join(folder, file), linesOf(database, name));
  onStep('written');
  const contents = await readContents(join(folder, file));
  onStep('read back');
  const previous = before.at(-1);
  const archive = {
    number: (previous?.number ?? 0) + 1,
    month,
    file,
    ...contents,
    chain: chainOf(previous?.chain ?? null, { month, ...contents }),
  };
  const manifest = { ...archive, previous: previous?.chain ?? null };
  await writeWhole(join(folder, `${title}.json`), `${JSON.stringify(manifest, null, 2)}\n`);
  onStep('manifest');
  await inTransaction(database, {}, async (tx) => {
    // Changes nothing, but keeps others from writing; LOCK TABLE would not lock the shards of a cluster.
    await sql`
      alter table ${sql.table(`history.${name}`)} enable always trigger audit_log_is_not_emptied
    `.execute(tx);
    const { rows } = await sql<Omit<Contents, 'sha256'>>`
      select count(*) as rows, min(id) as first_id, max(id) as last_id from ${sql.table(`history.${name}`)}
    `.execute(tx);
    const { sha256, ...written } = contents;
    if (JSON.stringify(rows[0]) !== JSON.stringify(written))
      throw new Error(`${file} does not contain all of ${name}; run the command again`);
    await sql`
      insert into audit_archives (number, month, file, rows, first_id, last_id, sha256, chain, archived_at)
      values (${archive.number}, ${month}, ${file}, ${written.rows}, ${written.first_id}, ${written.last_id}, ${sha256},
        ${archive.chain}, ${now})
    `.execute(tx);
    await writeAudit(tx, systemCall('muster audit archive', now), {
      organizationId: null,
      action: 'audit.archived',
      objectId: archive.number,
      after: archive,
    });
    await sql`drop table ${sql.table(`history.${name}`)}`.execute(tx);
    onStep('dropped');
  });
  onStep('committed');
  return archive;
}

const pageSize = 5_000;

async function* linesOf(database: Database, partition: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; line: string }>`
      select id, json_build_object('id', id, 'organization_id', nullif(organization_id, 0), 'actor_kind', actor_kind,
        'actor_id', actor_id, 'subject_user_id', subject_user_id, 'action', action, 'object_type', object_type,
        'object_id', object_id, 'before', before, 'after', after, 'reason', reason, 'source', source,
        'request_id', request_id, 'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text as line
      from ${sql.table(`history.${partition}`)} where id > ${after} order by id limit ${pageSize}
    `.execute(database.db);
    for (const { line } of rows) yield `${line}\n`;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}
