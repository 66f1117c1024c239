import type { Static } from 'typebox';
import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, storedAnswer, type Tx } from '#platform/db/index.ts';
import type { Success } from '#platform/http/schema.ts';
import { discardFailed, findFailed, retryFailed } from '#platform/jobs/failed.ts';
import type { Platform } from '#platform/slice.ts';
import { operationTexts } from '../messages/index.ts';

type SuccessBody = Static<typeof Success>;
type Gate = (call: Call, organizationId: number | undefined) => Promise<number>;

/** Queues a failed job again, with all its attempts. */
export async function retryFailedJob(platform: Platform, gate: Gate, call: Call, id: number) {
  // Once it is queued, it is no longer in the list.
  const repeated = await storedAnswer<SuccessBody>(platform.database, call);
  const how = { action: 'job.retried', change: retryFailed, answer: 'answers.retried' } as const;
  return repeated ?? (await changeFailedJob(platform, gate, call, id, how));
}

/** Removes a failed job from the list. What it was meant to do is not done. */
export async function discardFailedJob(platform: Platform, gate: Gate, call: Call, id: number) {
  const how = { action: 'job.discarded', change: discardFailed, answer: 'answers.discarded' } as const;
  return await changeFailedJob(platform, gate, call, id, how);
}

interface Change {
  readonly action: AuditAction;
  readonly change: (tx: Tx, id: number) => Promise<boolean>;
  readonly answer: 'answers.retried' | 'answers.discarded';
}

/** Jobs of the whole installation are for the command line: to an admin of an organization they do not exist. */
async function changeFailedJob(
  platform: Platform,
  gate: Gate,
  call: Call,
  id: number,
  { action, change, answer }: Change,
): Promise<SuccessBody> {
  const row = await findFailed(platform.database.db, id);
  if (!row || row.organization_id === null) throw refuse('not_found');
  const organizationId = await gate(call, row.organization_id);
  return await inTransaction(platform.database, call, async (tx) => {
    if (!(await change(tx, id))) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId,
      action,
      objectId: id,
      before: { task: row.task, event_id: row.event_id, attempts: row.attempts },
    });
    return { success: true, message: operationTexts.say(call.language, answer) };
  });
}
