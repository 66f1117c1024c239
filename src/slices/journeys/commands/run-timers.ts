import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { lockAllOf, lockDue, lockEverybody } from '../sql/progress.ts';
import { type Advanced, advance, nothingAdvanced } from './advance.ts';
import { batchSize, inPages } from './follow-events.ts';

export interface TimerScope {
  readonly organizationId?: number | undefined;
  /** Looks at everybody on the way, also at those for whom no time has come: a net under the events. */
  readonly everybody?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Completes the steps that time completes. Called again, or from two places at once, nothing happens twice: what
 * one of them is at, the other leaves alone.
 */
export async function runJourneyTimers(
  platform: Platform,
  call: Call,
  { organizationId, everybody = false, signal }: TimerScope = {},
): Promise<Advanced> {
  let sum = nothingAdvanced;
  await inPages(async (after) => {
    if (signal?.aborted) return [];
    const batch = { now: call.now, organizationId, after, limit: batchSize };
    const { rows, done } = await inTransaction(platform.database, {}, async (tx) => {
      const locked = everybody ? await lockEverybody(tx, batch) : await lockDue(tx, batch, 'timer_at');
      return { rows: locked, done: await advance(tx, call, locked) };
    });
    sum = { steps: sum.steps + done.steps, journeys: sum.journeys + done.journeys };
    return rows;
  });
  return sum;
}

/** For changes that have no event of their own. */
export async function advancePeople(
  platform: Platform,
  call: Call,
  userIds: readonly number[],
): Promise<Advanced> {
  return await inTransaction(platform.database, {}, async (tx) =>
    advance(tx, call, await lockAllOf(tx, userIds)),
  );
}
