import type { Call } from '#kernel/call.ts';
import { sortableId } from '#kernel/ids.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { onCommit } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { webhookTest } from '../events.ts';
import { requireActive, type WebhookTools, withEndpoint } from '../gate.ts';
import { webhookTexts } from '../messages/index.ts';
import { presentAttempt } from '../present.ts';
import { findAttempt } from '../sql/attempts.ts';
import { tryNow } from '../sql/endpoints.ts';
import { queueForOne } from '../sql/recovery.ts';

/** An event without a cause, sent to this endpoint only. */
export async function sendTest(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  endpointId: number,
  wake: () => void,
) {
  return await withEndpoint(platform, tools, call, endpointId, async (tx, row) => {
    requireActive(row);
    const event = webhookTest(row.organization_id, { ...webhookTest.example, endpoint_id: endpointId });
    const id = sortableId('evt', call.now);
    const attemptId = await queueForOne(tx, endpointId, { id, ...event }, call.now);
    await tryNow(tx, endpointId, call.now);
    await writeAudit(tx, call, {
      organizationId: row.organization_id,
      action: 'webhook_endpoint.tested',
      objectId: endpointId,
      after: { envelope_id: id },
    });
    onCommit(tx, wake);
    const made = await findAttempt(tx, attemptId, call.now);
    if (!made) throw new Error('the test is not there');
    const message = webhookTexts.say(call.language, 'answers.queued');
    return { success: true, message, delivery: presentAttempt(call.language, made) };
  });
}
