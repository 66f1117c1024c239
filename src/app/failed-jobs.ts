import type { AuditAction } from '#kernel/audit.ts';
import { systemCall } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import {
  discardFailed,
  type FailedJobRow,
  findFailed,
  retryFailed,
  selectFailed,
} from '#platform/jobs/failed.ts';
import type { Platform } from '#platform/slice.ts';
import { StartupError } from './startup-error.ts';

const mostShown = 200;

/** Lists failed jobs of the whole installation, or retries or discards one of them or all that are shown. */
export async function manageFailedJobs(
  platform: Pick<Platform, 'database' | 'clock'>,
  { retry, discard }: { retry?: unknown; discard?: unknown },
  print: (line: string) => void,
): Promise<void> {
  if (retry !== undefined && discard !== undefined)
    throw new StartupError('muster failed-jobs: use either --retry or --discard, not both.');
  const wanted = retry ?? discard;
  const jobs = await chosen(platform, wanted);
  if (wanted === undefined) {
    for (const job of jobs) print(describe(job));
    if (jobs.length === 0) print('No failed jobs.');
    return;
  }
  const [action, change] =
    retry === undefined
      ? (['job.discarded', discardFailed] as const)
      : (['job.retried', retryFailed] as const);
  for (const job of jobs) await changeJob(platform, job, action, change);
  print(`${retry === undefined ? 'Discarded' : 'Queued again'}: ${jobs.length}`);
}

async function chosen({ database }: Pick<Platform, 'database'>, wanted: unknown): Promise<FailedJobRow[]> {
  if (wanted === undefined || wanted === 'all') return await selectFailed(database.db, { limit: mostShown });
  const id = /^[1-9]\d{0,14}$/.test(String(wanted)) ? Number(wanted) : undefined;
  const job = id === undefined ? undefined : await findFailed(database.db, id);
  if (!job)
    throw new StartupError(
      `muster failed-jobs: failed job ${wanted} not found. Run muster failed-jobs for the list.`,
    );
  return [job];
}

async function changeJob(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  job: FailedJobRow,
  action: AuditAction,
  change: (tx: Tx, id: number) => Promise<boolean>,
): Promise<void> {
  await inTransaction(database, {}, async (tx) => {
    if (!(await change(tx, job.id))) return;
    await writeAudit(tx, systemCall('muster failed-jobs', clock()), {
      organizationId: job.organization_id,
      action,
      objectId: job.id,
      before: { task: job.task, event_id: job.event_id, attempts: job.attempts },
    });
  });
}

function describe(job: FailedJobRow): string {
  const whose = job.organization_id === null ? 'installation' : `organization ${job.organization_id}`;
  const what = [job.task, job.part, job.event_type, job.event_id].filter((part) => part !== null).join(' ');
  return `${job.id}  ${job.failed_at}  ${whose}  ${what}  ${job.attempts} attempts  ${job.error}`;
}
