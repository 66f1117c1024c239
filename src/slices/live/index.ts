import type { EventType } from '#kernel/event.ts';
import type { Slice } from '#platform/slice.ts';
import { announceChanges } from './commands/announce.ts';
import { serveLive } from './routes.ts';

/** Notifies open screens of changes. `publicEvents`: the events that anyone may know of, from all slices. */
export function live(publicEvents: () => readonly EventType[]): Slice {
  return {
    name: 'live',
    tags: { Live: 'A stream of changes as they happen.' },
    fanouts: ({ database }) => [announceChanges(database, new Set(publicEvents().map(({ type }) => type)))],
    serve: serveLive,
  };
}
