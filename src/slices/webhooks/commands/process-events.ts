import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '#kernel/call.ts';
import { sortableId } from '#kernel/ids.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { inTransaction, storedAnswer } from '#platform/db/index.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import { recordFromOutside } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { webhookErrors } from '../errors.ts';
import type { WebhookTools } from '../gate.ts';
import { unknownEvents } from '../rules/subscriptions.ts';
import type { IncomingEventInput, ProcessAnswerBody } from '../schema/deliveries.ts';
import { selectEndpointIds } from '../sql/endpoints.ts';
import { countRemaining, type DeliveryCounts, readDeliveryCounts } from '../sql/statistics.ts';
import { deactivateFailing } from '../steps/deactivate-failing.ts';
import { Dispatcher } from '../steps/dispatch.ts';
import { fanOut } from '../steps/fan-out.ts';

const mostDataBytes = 256 * 1_024;
/** The answer comes after so long at the latest; what is not done by then is done by the worker. */
const longestMs = 20_000;

/**
 * Takes events in and delivers, here and now, what is due, also to endpoints that pause after failures. What others of
 * our processes send of the events that came with this request is waited for and counted too.
 */
export async function processEvents(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  incoming: readonly IncomingEventInput[],
): Promise<ProcessAnswerBody> {
  const scope = await tools.gateAnywhere(call);
  checkIncoming(incoming, tools.eventNames());
  for (const organizationId of new Set(incoming.map((event) => event.organization_id)))
    await tools.gateEvents(call, organizationId);
  const repeated = await storedAnswer<ProcessAnswerBody>(platform.database, call);
  if (repeated) return repeated;
  const deadlineMs = performance.now() + longestMs;
  const ids = await storeEvents(platform, call, incoming);
  await tools.relay(deadlineMs);
  const others = await deliverDue(platform, tools, deadlineMs, { scope, uncounted: new Set(ids) });
  const own = await waitFor(platform, ids, deadlineMs);
  const { unrelayed, due } = await countRemaining(platform.database.db, platform.clock(), scope);
  const delivered = own.succeeded + others.delivered;
  const failed = own.failed + others.failed;
  return {
    success: true,
    accepted: incoming.length,
    processed: delivered + failed,
    delivered,
    failed,
    remaining: unrelayed + due,
  };
}

interface Counted {
  /** Whose deliveries. */
  readonly scope: OrganizationScope;
  /** Events that are counted elsewhere. */
  readonly uncounted: ReadonlySet<string>;
}

/** One round of deliveries in this process; workers elsewhere may help. */
export async function deliverDue(
  platform: Platform,
  tools: WebhookTools,
  deadlineMs: number,
  { scope, uncounted }: Counted = { scope: 'all', uncounted: new Set() },
): Promise<{ delivered: number; failed: number }> {
  const counts = { delivered: 0, failed: 0 };
  const own = scope === 'all' ? undefined : await selectEndpointIds(platform.database.db, scope);
  const dispatcher = new Dispatcher(platform, {
    graceMs: 15_000,
    urgent: scope,
    deactivate: (endpointId, reason) => deactivateFailing(platform, tools, endpointId, reason),
    onSent({ eventId, endpointId, status }) {
      if (!uncounted.has(eventId) && (own?.has(endpointId) ?? true))
        counts[status === 'succeeded' ? 'delivered' : 'failed'] += 1;
    },
  });
  try {
    await dispatcher.drain(deadlineMs);
  } finally {
    const stopped = dispatcher.stop().catch((error: unknown) => {
      platform.log.error({ err: error }, 'webhook deliveries not finished');
    });
    // A request that hangs must not hold up the answer.
    await Promise.race([stopped, sleep(100)]);
  }
  return { ...counts };
}

function checkIncoming(incoming: readonly IncomingEventInput[], known: readonly string[]): void {
  const [first, ...others]: FieldError[] = incoming.flatMap(({ type, data }, index) => [
    ...unknownEvents([type], known, () => `events.${index}.type`),
    ...(Buffer.byteLength(JSON.stringify(data)) <= mostDataBytes
      ? []
      : [webhookErrors.too_large(`events.${index}.data`, { size: '256 KiB' })]),
  ]);
  if (first) throw refuse(first, ...others);
}

async function storeEvents(
  platform: Platform,
  call: Call,
  incoming: readonly IncomingEventInput[],
): Promise<string[]> {
  if (incoming.length === 0) return [];
  const events = incoming.map((event, index) => ({
    id: idFor(call, index),
    type: event.type,
    organizationId: event.organization_id,
    data: event.data,
  }));
  await inTransaction(platform.database, {}, async (tx) => {
    const fresh = new Set(await recordFromOutside(tx, call.now, events));
    const given = events.filter(({ id }) => fresh.has(id));
    const recorded = given.map((event) => ({ ...event, createdAt: formatInstant(call.now) }));
    if (recorded.length > 0) await fanOut(platform, tx, recorded, undefined);
  });
  return events.map(({ id }) => id);
}

/** The answer is known only after the deliveries, so it is the ids that make a repeated request take in nothing twice. */
function idFor({ idempotency, now }: Call, index: number): string {
  if (!idempotency) return sortableId('evt', now);
  const { scope, key, fingerprint } = idempotency;
  return `evt_${hash('sha256', `${scope}\n${key}\n${fingerprint}\n${index}`, 'hex').slice(0, 32)}`;
}

async function waitFor(
  platform: Platform,
  ids: readonly string[],
  deadlineMs: number,
): Promise<DeliveryCounts> {
  if (ids.length === 0) return { succeeded: 0, failed: 0, unfinished: 0 };
  for (;;) {
    const counts = await readDeliveryCounts(platform.database.db, ids, platform.clock());
    if (counts.unfinished === 0 || performance.now() > deadlineMs) return counts;
    await sleep(50);
  }
}
