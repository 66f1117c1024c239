import type { RecordedEvent } from '#kernel/event.ts';

/** An active endpoint, as far as handing out deliveries goes. */
export interface Subscriber {
  readonly id: number;
  readonly organization_id: number;
  readonly events: readonly string[];
  readonly version: number;
  readonly failing: boolean;
  /** Its breaker is closed. */
  readonly sound: boolean;
}

/** How much the sender of this process can take at once, and of which endpoint. */
export interface Capacity {
  readonly total: number;
  /** For an endpoint that is not listed. */
  readonly each: number;
  readonly endpointIds: readonly number[];
  readonly capacities: readonly number[];
}

export const noCapacity: Capacity = { total: 0, each: 0, endpointIds: [], capacities: [] };

export interface Match {
  readonly event: RecordedEvent;
  readonly subscriber: Subscriber;
  /** The capacity allows it: this process can send it at once. */
  readonly taken: boolean;
}

/** Each event once for each endpoint of its organization that has subscribed to it. */
export function matchEvents(
  events: readonly RecordedEvent[],
  subscribers: readonly Subscriber[],
  capacity: Capacity,
): Match[] {
  const byOrganization = Map.groupBy(subscribers, ({ organization_id }) => organization_id);
  const capacities = new Map(capacity.endpointIds.map((id, index) => [id, capacity.capacities[index] ?? 0]));
  let total = capacity.total;
  return events.flatMap((event) =>
    (byOrganization.get(event.organizationId) ?? [])
      .filter((subscriber) => subscriber.events.includes(event.type))
      .map((subscriber) => {
        const left = capacities.get(subscriber.id) ?? capacity.each;
        const taken = subscriber.sound && left > 0 && total > 0;
        if (taken) {
          capacities.set(subscriber.id, left - 1);
          total -= 1;
        }
        return { event, subscriber, taken };
      }),
  );
}
