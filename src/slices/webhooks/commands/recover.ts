import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, onCommit, type Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { webhookErrors } from '../errors.ts';
import { requireActive, type WebhookTools, withEndpoint } from '../gate.ts';
import { recoverJob } from '../jobs.ts';
import { webhookTexts } from '../messages/index.ts';
import { type EndpointRow, lockEndpoint } from '../sql/endpoints.ts';
import { keptDays } from '../sql/history.ts';
import { endPause } from '../sql/queue.ts';
import { hastenWaiting, queueFailed, queueMissed, type Span } from '../sql/recovery.ts';

/** So many in one transaction; the rest is a job's. */
const portion = 5_000;

/** Queues what an endpoint should have got since a time and has not: failed, given up, or missed while inactive. */
export async function recover(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  endpointId: number,
  since: string,
  wake: () => void,
) {
  return await withEndpoint(platform, tools, call, endpointId, async (tx, row) => {
    const start = checkSince(since, call.now);
    requireActive(row);
    const span = spanOf(row, start, call.now);
    const hurried = await hastenWaiting(tx, span, call.now);
    const { queued, isMore } = await recoverPortion(tx, span, call.now);
    if (isMore) await enqueueRest(tx, span);
    await endPause(tx, endpointId, call.now);
    await writeAudit(tx, call, {
      organizationId: row.organization_id,
      action: 'webhook_endpoint.recovered',
      objectId: endpointId,
      after: { since: start, queued: hurried + queued, continues: isMore },
    });
    onCommit(tx, wake);
    const count = hurried + queued;
    const key = isMore ? 'answers.recovering' : 'answers.recovered';
    const message = webhookTexts.say(call.language, key, { count });
    return { success: true, message, queued: count, continues: isMore };
  });
}

/** The next portion, some time later. An endpoint that has been deactivated since gets nothing. */
export async function recoverMore(
  platform: Platform,
  payload: { endpoint_id: number; since: string; until: string },
): Promise<void> {
  await inTransaction(platform.database, {}, async (tx) => {
    const row = await lockEndpoint(tx, payload.endpoint_id);
    if (row?.status !== 'active') return;
    const until = Temporal.Instant.from(payload.until);
    const span = spanOf(row, Temporal.Instant.from(payload.since), until);
    const { isMore } = await recoverPortion(tx, span, platform.clock());
    if (isMore) await enqueueRest(tx, span);
  });
}

async function recoverPortion(tx: Tx, span: Span, now: Temporal.Instant) {
  const failed = await queueFailed(tx, span, now);
  const missed = await queueMissed(tx, span, now);
  return { queued: failed + missed, isMore: failed >= span.limit || missed >= span.limit };
}

async function enqueueRest(tx: Tx, { endpointId, organizationId, since, until }: Span): Promise<void> {
  const payload = {
    endpoint_id: endpointId,
    organization_id: organizationId,
    since: since.toString(),
    until: until.toString(),
  };
  await enqueue(tx, recoverJob, payload);
}

function spanOf(row: EndpointRow, since: Temporal.Instant, until: Temporal.Instant): Span {
  return {
    endpointId: row.id,
    organizationId: row.organization_id,
    events: row.events,
    since,
    until,
    limit: portion,
  };
}

function checkSince(text: string, now: Temporal.Instant): Temporal.Instant {
  const since = Temporal.Instant.from(text);
  if (Temporal.Instant.compare(since, now) > 0) throw refuse(webhookErrors.future('since'));
  if (Temporal.Instant.compare(since, now.subtract({ hours: keptDays * 24 })) < 0)
    throw refuse(webhookErrors.too_old('since', { days: keptDays }));
  return since;
}
