import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { discardFailed, findFailed, retryFailed } from '#platform/jobs/failed.ts';
import type { Platform } from '#platform/slice.ts';
import { operationTexts } from '../messages/index.ts';

type Gate = (call: Call, organizationId: number | undefined) => Promise<number>;

/** Queues a failed job again, with all its attempts. */
export async function retryFailedJob(platform: Platform, gate: Gate, call: Call, id: number) {
  await changeFailedJob(platform, gate, call, id, { action: 'job.retried', change: retryFailed });
  return { success: true, message: operationTexts.say(call.language, 'answers.retried') };
}

/** Removes a failed job from the list. What it was meant to do is not done. */
export async function discardFailedJob(platform: Platform, gate: Gate, call: Call, id: number) {
  await changeFailedJob(platform, gate, call, id, { action: 'job.discarded', change: discardFailed });
  return { success: true, message: operationTexts.say(call.language, 'answers.discarded') };
}

/** Jobs of the whole installation are for the command line: to an admin of an organization they do not exist. */
async function changeFailedJob(
  platform: Platform,
  gate: Gate,
  call: Call,
  id: number,
  { action, change }: { action: AuditAction; change: (tx: Tx, id: number) => Promise<boolean> },
): Promise<void> {
  const row = await findFailed(platform.database.db, id);
  if (!row || row.organization_id === null) throw refuse('not_found');
  const organizationId = await gate(call, row.organization_id);
  await inTransaction(platform.database, call, async (tx) => {
    if (!(await change(tx, id))) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId,
      action,
      objectId: id,
      before: { task: row.task, event_id: row.event_id, attempts: row.attempts },
    });
  });
}
