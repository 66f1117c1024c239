import { resolve } from 'node:path';
import { archiveAudit } from '#platform/audit/archive.ts';
import { archiveProblems } from '#platform/audit/verify-archives.ts';
import type { Platform } from '#platform/slice.ts';
import { StartupError } from './startup-error.ts';

type Print = (line: string) => void;
type Context = Pick<Platform, 'database' | 'clock' | 'config'>;

/** Moves old months of the audit log to files. */
export async function archiveOldAudit(
  { database, clock, config }: Context,
  { to, months }: { to?: unknown; months?: unknown },
  print: Print,
): Promise<void> {
  const folder = folderOf('archive', to);
  const kept = months === undefined ? config.auditMonths : Number(/^\d{1,4}$/.exec(String(months))?.[0] ?? 0);
  if (kept === undefined)
    throw new StartupError(
      'muster audit archive: the audit log is kept forever. Set MUSTER_AUDIT_MONTHS, or use --months.',
    );
  if (kept < 1 || kept > 1_200)
    throw new StartupError('muster audit archive: --months must be a number from 1 to 1200.');
  const now = clock();
  const before = now.toZonedDateTimeISO('UTC').subtract({ months: kept }).toInstant();
  const archived = await archiveAudit(database, { folder, before, now });
  for (const { file, rows, sha256 } of archived) print(`${file}  ${rows} rows  SHA-256 ${sha256}`);
  print(
    archived.length === 0 ? 'Nothing to archive.' : `Archived: ${archived.length}. Keep these files safe.`,
  );
}

/** Says what is missing or changed, and fails then. */
export async function verifyAudit(
  { database }: Context,
  { to }: { to?: unknown },
  print: Print,
): Promise<void> {
  const problems = await archiveProblems(database, folderOf('verify', to));
  if (problems.length > 0)
    throw new StartupError(`The audit log is not complete:\n  ${problems.join('\n  ')}`);
  print('The audit log is complete, and no archive was changed.');
}

function folderOf(command: string, to: unknown): string {
  if (typeof to !== 'string' || to === '')
    throw new StartupError(`muster audit ${command}: --to is required: the folder of the archives.`);
  return resolve(to);
}
