import type { RecordedEvent } from '#kernel/event.ts';
import { onCommit, type Tx } from '#platform/db/index.ts';
import type { Fanout } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { matchEvents, noCapacity } from '../rules/match.ts';
import { insertDeliveries, selectSubscribers } from '../sql/fan-out.ts';
import type { Dispatcher } from './dispatch.ts';

/**
 * Writes the deliveries of what has happened. Where a dispatcher runs in the same process it gets them as soon as they
 * are committed, without asking for them.
 */
export function fanOutWebhooks(platform: Platform, running: () => Dispatcher | undefined): Fanout {
  return {
    name: 'webhooks',
    write: (tx, events, mayBeRepeated) => fanOut(platform, tx, events, running(), mayBeRepeated),
  };
}

export async function fanOut(
  platform: Platform,
  tx: Tx,
  events: readonly RecordedEvent[],
  dispatcher: Dispatcher | undefined,
  mayBeRepeated = false,
): Promise<void> {
  const organizations = new Set(events.map(({ organizationId }) => organizationId));
  const subscribers = await selectSubscribers(tx, [...organizations]);
  const capacity = dispatcher?.capacity() ?? noCapacity;
  const matches = matchEvents(events, subscribers, capacity);
  if (matches.length === 0) return;
  const now = platform.clock();
  const claim = dispatcher?.newClaim() ?? { token: 0, until: now };
  const bodies = new Map(matches.map(({ event }) => [event, envelopeOf(event)]));
  const messages = Array.from(bodies, ([event, body]) => ({
    eventId: event.id,
    eventAt: event.createdAt,
    organizationId: event.organizationId,
    type: event.type,
    body,
  }));
  const held = await insertDeliveries(tx, messages, matches, now, claim, mayBeRepeated);
  if (!dispatcher) return;
  const bodyOf = new Map(Array.from(bodies, ([event, body]) => [event.id, body]));
  const byId = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
  const taken = held.map((row) => ({
    ...row,
    version: byId.get(row.endpoint_id)?.version ?? 1,
    failing: byId.get(row.endpoint_id)?.failing ?? false,
    try: 1,
    token: claim.token,
    body: bodyOf.get(row.event_id) ?? '',
  }));
  const left = new Set(
    matches.flatMap(({ taken: isTaken, subscriber }) =>
      isTaken || !subscriber.sound ? [] : [subscriber.id],
    ),
  );
  onCommit(tx, () => {
    dispatcher.accept(taken, claim, capacity).catch((error: unknown) => {
      platform.log.debug({ err: error }, 'webhook deliveries wait for their lease to expire');
    });
    dispatcher.expectMore(left);
  });
}

/** The text that is stored and sent. A signature covers bytes, not meaning, so it is put together once. */
function envelopeOf({ id, type, createdAt, organizationId, data }: RecordedEvent): string {
  return JSON.stringify({
    id,
    type,
    created_at: createdAt,
    organization_id: organizationId,
    api_version: 'v1',
    data,
  });
}
