import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database, Reader } from '#platform/db/index.ts';
import { type ArchiveRow, selectArchives } from './archive.ts';
import { chainOf, readContents } from './archive-files.ts';

/** What is missing or changed, one line each. Nothing: every month of the audit log is in the database or in its file. */
export async function archiveProblems(database: Database, folder: string): Promise<string[]> {
  const archives = await selectArchives(database.db);
  const problems = chainProblems(archives);
  for (const archive of archives) problems.push(...(await fileProblems(folder, archive)));
  problems.push(...(await strangers(folder, archives)));
  problems.push(...(await recordProblems(database.db, archives)));
  problems.push(...(await gapsIn(database.db)));
  return problems;
}

function chainProblems(archives: readonly ArchiveRow[]): string[] {
  const problems: string[] = [];
  let previous: string | null = null;
  for (const [index, archive] of archives.entries()) {
    if (archive.number !== index + 1) problems.push(`archive ${index + 1} is missing in the database`);
    if (chainOf(previous, archive) !== archive.chain)
      problems.push(`${archive.file}: its record in the database doesn't follow from the one before it`);
    previous = archive.chain;
  }
  return problems;
}

async function fileProblems(folder: string, archive: ArchiveRow): Promise<string[]> {
  try {
    const { rows, first_id, last_id, sha256 } = await readContents(join(folder, archive.file));
    const isSame =
      rows === archive.rows &&
      first_id === archive.first_id &&
      last_id === archive.last_id &&
      sha256 === archive.sha256;
    return isSame ? [] : [`${archive.file} was changed`];
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return [`${archive.file} ${isMissing ? 'is missing' : `can't be read: ${(error as Error).message}`}`];
  }
}

/** Manifests that the database doesn't know. One that a crash has left behind belongs to a month that is still there. */
async function strangers(folder: string, archives: readonly ArchiveRow[]): Promise<string[]> {
  const known = new Set(archives.map(({ chain }) => chain));
  const names = (await readdir(folder)).filter((name) => /^audit-.*\.json$/.test(name));
  const problems: string[] = [];
  for (const name of names.sort()) {
    const manifest = JSON.parse(await readFile(join(folder, name), 'utf8')) as Partial<ArchiveRow>;
    const archive = archives.find(({ file }) => file === manifest.file);
    if (!known.has(manifest.chain ?? '') && archive) problems.push(`${name} was changed`);
    else if (!archive)
      problems.push(`${name}: the database doesn't know this archive. Run muster audit archive again.`);
  }
  return problems;
}

/** The log itself says what was archived. */
async function recordProblems(db: Reader, archives: readonly ArchiveRow[]): Promise<string[]> {
  const { rows } = await sql<{ file: string; chain: string }>`
    select after ->> 'file' as file, after ->> 'chain' as chain from audit_log
    where organization_id = 0 and action = 'audit.archived' order by id
  `.execute(db);
  const known = new Set(archives.map(({ chain }) => chain));
  return rows
    .filter(({ chain }) => !known.has(chain))
    .map(({ file }) => `${file} is in the audit log, but not in the list of archives`);
}

/** Months that are neither in the database nor archived. */
async function gapsIn(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(low at time zone 'UTC', 'YYYY-MM') as month from history.made m
    where parent = 'audit_log'
      and not exists (select 1 from history.partitions p where p.parent = m.parent and p.low = m.low)
      and not exists (select 1 from audit_archives a where a.month = (m.low at time zone 'UTC')::date)
    order by low
  `.execute(db);
  return rows.map(({ month }) => `the audit log of ${month} is missing`);
}
