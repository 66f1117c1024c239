import { systemCall } from '#kernel/call.ts';
import type { RecordedEvent } from '#kernel/event.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Reaction } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { checkedOut } from '#slices/attendance/index.ts';
import { hoursAggregated, peopleAddedUpSince, reportApproved } from '#slices/hours/index.ts';
import { awardQualified } from './commands/award-qualified.ts';
import { type CompletedJourney, noteJourneys } from './sql/candidates.ts';

/** Journeys stand above badges, so their event is known here by name only. */
const journeyCompleted = 'journey.completed';

/** Evaluates again the people that an event is about. Corrections arrive when hours are added up. */
export function awardOnEvents(platform: Platform): Reaction {
  return {
    name: 'award_badges',
    events: [checkedOut.type, hoursAggregated.type, reportApproved.type, journeyCompleted],
    async react(events, { now, signal }) {
      const byOrganization = Map.groupBy(events, (event) => event.organizationId);
      for (const [organizationId, ofOne] of byOrganization) {
        const journeys = ofOne.flatMap((event) => journeyOf(event) ?? []);
        if (journeys.length > 0)
          await inTransaction(platform.database, {}, (tx) => noteJourneys(tx, organizationId, journeys));
      }
      // Someone who is in several of these organizations is looked at in all of them, which does no harm.
      const userIds = await peopleOf(platform, events);
      const scope = { organizationIds: [...byOrganization.keys()], userIds, signal };
      if (userIds.length > 0) await awardQualified(platform, systemCall('award-badges', now), scope);
    },
  };
}

function journeyOf(event: RecordedEvent): CompletedJourney | undefined {
  if (event.type !== journeyCompleted) return undefined;
  const { user_id, journey_id } = event.data as { user_id?: unknown; journey_id?: unknown };
  // Events can also be taken in from outside, where no one has looked at what is in them.
  if (!Number.isSafeInteger(user_id) || !Number.isSafeInteger(journey_id)) return undefined;
  return {
    user_id: user_id as number,
    journey_id: journey_id as number,
    completed_at: event.createdAt,
  };
}

async function peopleOf(platform: Platform, events: readonly RecordedEvent[]): Promise<number[]> {
  const named = events.flatMap(({ data }) => {
    const { user_id: id } = data as { user_id?: unknown };
    return Number.isSafeInteger(id) ? [id as number] : [];
  });
  const addedUp = events.filter(({ type }) => type === hoursAggregated.type);
  const others = await peopleAddedUpSince(
    platform.database.db,
    addedUp.map(({ organizationId, createdAt }) => ({ organizationId, moment: createdAt })),
  );
  return [...new Set([...named, ...others])].sort((one, other) => one - other);
}
