import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import type { Platform } from '#platform/slice.ts';
import { countDueJobs, countUnfinishedJobs } from '../sql.ts';

/** The answer comes after so long at the latest; what is not done by then is done by the worker. */
const longestMs = 20_000;
const pauseMs = 50;

export type Process = (
  limit: number | undefined,
  scope: OrganizationScope,
  deadlineMs: number,
) => Promise<{ processed: number; failed: number }>;

/**
 * Runs what is due, and waits for jobs of the scope that workers have already taken: some of ours can only run after them. With a
 * limit, it is done when so many have run.
 */
export async function processDueJobs(
  { database }: Platform,
  process: Process,
  limit: number | undefined,
  scope: OrganizationScope,
): Promise<{ success: true; processed: number; failed: number; remaining: number }> {
  const deadlineMs = performance.now() + longestMs;
  let { processed, failed } = await process(limit, scope, deadlineMs);
  while (limit === undefined && performance.now() < deadlineMs) {
    if ((await countUnfinishedJobs(database.db, scope)) === 0) break;
    await sleep(pauseMs);
    const more = await process(undefined, scope, deadlineMs);
    processed += more.processed;
    failed += more.failed;
  }
  return { success: true, processed, failed, remaining: await countDueJobs(database.db, scope) };
}
