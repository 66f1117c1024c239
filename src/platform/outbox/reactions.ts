import type { RecordedEvent } from '#kernel/event.ts';
import { classifyFailure, type Database, inTransaction, type Tx } from '#platform/db/index.ts';
import { halves } from '#platform/db/split.ts';
import { inBackground } from '#platform/jobs/background.ts';
import { defineJob, enqueueAll, handleJob, type JobContext, type JobHandler } from '#platform/jobs/index.ts';
import { readEvents } from './record.ts';
import { recallEvents } from './remembered.ts';

/** Something that follows from events. Gets them at least once, in batches, in no promised order. */
export interface Reaction {
  readonly name: string;
  readonly events: readonly string[] | 'all';
  react(events: readonly RecordedEvent[], context: JobContext): Promise<void>;
}

/**
 * What follows from events in the relay's own transaction: at once, and once for each event. For plain SQL only, because
 * everything else waits for it. An event it fails for is tried again in a job: if it may be a repetition, writing it twice
 * must change nothing.
 */
export interface Fanout {
  readonly name: string;
  write(tx: Tx, events: readonly RecordedEvent[], mayBeRepeated: boolean): Promise<void>;
}

/** Eight attempts take about an hour and a quarter: long enough for a fix, short enough to be seen the same day. */
export const reactJob = defineJob<ReactPayload>('react', { maxAttempts: 8 });

export interface ReactPayload {
  readonly reaction: string;
  readonly events: readonly string[];
  /** What the daily work has caused: all that follows can wait, too. */
  readonly canWait?: boolean;
}

/** Failures of the database say nothing about an event, unless they keep coming. */
const attemptsTogether = 3;

/**
 * Runs reactions, and fan-outs for events that the relay failed to hand over. A batch that fails is split into two jobs,
 * so that in the end only the bad event fails, alone.
 */
export function reactionHandler(
  database: Database,
  reactions: readonly Reaction[],
  fanouts: readonly Fanout[] = [],
): JobHandler {
  const all = [...reactions, ...fanouts.map((fanout) => asReaction(database, fanout))];
  const byName = new Map(all.map((reaction) => [reaction.name, reaction]));
  return handleJob(reactJob, async (payload, context) => {
    const { reaction: name, events, canWait } = payload;
    const reaction = byName.get(name);
    if (!reaction) throw new Error(`there is no reaction named ${name}`);
    const react = async () => {
      const found = recallEvents(database.db, events) ?? (await readEvents(database, events));
      await reaction.react(found, context);
    };
    try {
      await (canWait ? inBackground(react) : react());
    } catch (error) {
      if (!shouldSplit(error, events, context)) throw error;
      const parts = halves(events).map((part) => ({ ...payload, events: part }));
      await inTransaction(database, {}, (tx) => enqueueAll(tx, reactJob, parts));
    }
  });
}

export const fanoutName = (fanout: Fanout): string => `fan_out:${fanout.name}`;

function asReaction(database: Database, fanout: Fanout): Reaction {
  return {
    name: fanoutName(fanout),
    events: [],
    react: (events) => inTransaction(database, {}, (tx) => fanout.write(tx, events, true)),
  };
}

function shouldSplit(error: unknown, events: readonly string[], { attempt }: JobContext): boolean {
  return events.length > 1 && (classifyFailure(error) === undefined || attempt > attemptsTogether);
}
