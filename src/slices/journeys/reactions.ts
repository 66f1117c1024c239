import { systemCall } from '#kernel/call.ts';
import type { Reaction } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { followEvents } from './commands/advance-people.ts';
import { watchedEvents } from './rules/affected-people.ts';

/** Steps complete when their event happens. Safe to repeat: events say where to look, facts say what is. */
export function moveJourneys(platform: Platform): Reaction {
  return {
    name: 'move_journeys',
    events: watchedEvents,
    react: (events, { now }) => followEvents(platform, systemCall('move-journeys', now), events),
  };
}
