import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, onCommit, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { requireActive, type WebhookTools } from '../gate.ts';
import { webhookTexts } from '../messages/index.ts';
import { presentAttempt } from '../present.ts';
import type { AttemptBody } from '../schema/deliveries.ts';
import { type AttemptRow, findAttempt, hasten, insertFollowing, selectDelivery } from '../sql/attempts.ts';
import { lockEndpoint, tryNow } from '../sql/endpoints.ts';

/** Sends a delivery once more: the same id, the same bytes. One at a time for each delivery. */
export async function replay(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  attemptId: number,
  wake: () => void,
): Promise<{ success: boolean; message: string; delivery: AttemptBody }> {
  const attempt = await findAttempt(platform.database.db, attemptId, call.now);
  if (!attempt) throw refuse('not_found');
  await tools.gate(call, attempt.organization_id);
  return await inTransaction(platform.database, call, async (tx) => {
    // Holding the endpoint keeps a second replay, and a deactivation, from happening at the same time.
    requireActive(await lockEndpoint(tx, attempt.endpoint_id));
    const last = (await selectDelivery(tx, attempt, call.now)).at(-1);
    if (!last) throw refuse('not_found');
    const id = await queueAgain(tx, last, call.now);
    await tryNow(tx, attempt.endpoint_id, call.now);
    await writeAudit(tx, call, {
      organizationId: attempt.organization_id,
      action: 'webhook_delivery.replayed',
      objectId: attempt.delivery_id,
      after: { attempt_id: id, envelope_id: attempt.event_id, endpoint_id: attempt.endpoint_id },
    });
    onCommit(tx, wake);
    const made = await findAttempt(tx, id, call.now);
    if (!made) throw new Error('the replay is not there');
    const message = webhookTexts.say(call.language, 'answers.queued');
    return { success: true, message, delivery: presentAttempt(call.language, made) };
  });
}

async function queueAgain(tx: Tx, last: AttemptRow, now: Temporal.Instant): Promise<number> {
  if (last.status === 'delivering') throw refuse('replay_in_progress');
  if (last.status !== 'pending') return await insertFollowing(tx, last, 'replay', now);
  // What waits for its next try in hours goes now instead; what is due already needs no replay.
  const isDue = last.next_attempt_at === null || Temporal.Instant.compare(last.next_attempt_at, now) <= 0;
  if (isDue || last.cause === 'replay') throw refuse('replay_in_progress');
  await hasten(tx, last.id, last.event_at, now);
  return last.id;
}
