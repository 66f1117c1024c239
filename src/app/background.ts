import { cleanUp, type Expiring, platformExpiring } from '#platform/db/clean-up.ts';
import { inTransaction } from '#platform/db/index.ts';
import { dropPartitions, ensurePartitions } from '#platform/db/partitions.ts';
import { defineJob, enqueue, handleJob, type JobHandler } from '#platform/jobs/index.ts';
import { countAbout, type OrganizationScope } from '#platform/jobs/ownership.ts';
import { processJobs } from '#platform/jobs/process.ts';
import { mailHandler } from '#platform/mail/index.ts';
import { type Fanout, type Reaction, reactionHandler, relayOnce } from '#platform/outbox/index.ts';
import type { CronEntry, DailyTask, Platform, Slice } from '#platform/slice.ts';

const cleanUpJob = defineJob<Record<string, never>>('clean_up', { isBackground: true });

export interface Background {
  readonly reactions: readonly Reaction[];
  readonly fanouts: readonly Fanout[];
  readonly handlers: readonly JobHandler[];
  readonly cron: readonly CronEntry[];
}

/** Everything that is kept for a while only. */
export function allExpiring(slices: readonly Slice[]): Expiring[] {
  return [...platformExpiring, ...slices.flatMap((slice) => slice.expiring ?? [])];
}

/** Part of the daily work too. However many organizations ask for it, it waits once for the whole installation. */
export const cleanUpTask = ({ database }: Platform): DailyTask => ({
  name: cleanUpJob.name,
  run: () => inTransaction(database, {}, (tx) => enqueue(tx, cleanUpJob, {}, { key: cleanUpJob.name })),
});

/** All that happens without anyone asking, from all slices. */
export function backgroundOf(slices: readonly Slice[], platform: Platform): Background {
  const { database, config, log } = platform;
  const reactions = slices.flatMap((slice) => slice.reactions?.(platform) ?? []);
  const fanouts = slices.flatMap((slice) => slice.fanouts?.(platform) ?? []);
  return {
    reactions,
    fanouts,
    handlers: [
      reactionHandler(database, reactions, fanouts),
      mailHandler(database, config, log),
      handleJob(cleanUpJob, async (_payload, { now }) => {
        await ensurePartitions(database.pool, now);
        try {
          await cleanUp(database, allExpiring(slices), now);
        } finally {
          // A table that cannot be cleaned up must not keep years of events.
          await dropPartitions(database, now);
        }
      }),
      ...slices.flatMap((slice) => slice.jobs?.(platform) ?? []),
    ],
    cron: [{ pattern: '42 * * * *', job: cleanUpJob }, ...slices.flatMap((slice) => slice.cron ?? [])],
  };
}

/** One job may lead to the next; a chain longer than this is left to the worker. */
const mostRounds = 20;

/** Does what is due in this process: hands on events, runs jobs, and what these have led to. Counts what is in the scope. */
export async function processDue(
  slices: readonly Slice[],
  platform: Platform,
  limit: number | undefined,
  scope: OrganizationScope = 'all',
  deadlineMs?: number,
): Promise<{ processed: number; failed: number }> {
  const { database, log, clock } = platform;
  const { reactions, fanouts, handlers } = backgroundOf(slices, platform);
  const done = { processed: [] as unknown[], failed: [] as unknown[] };
  const count = () => done.processed.length + done.failed.length;
  for (let round = 0; round < mostRounds; round += 1) {
    const handedOn = await relayOnce(database, reactions, fanouts);
    const left = limit === undefined ? undefined : limit - count();
    if (left !== undefined && left <= 0) break;
    if (deadlineMs !== undefined && performance.now() > deadlineMs) break;
    const before = count();
    const onDone = (payload: unknown, outcome: keyof typeof done) => done[outcome].push(payload);
    await processJobs({ database, handlers, log, clock, limit: left, deadlineMs, onDone });
    if (handedOn === 0 && count() === before) break;
  }
  return {
    processed: await countAbout(database.db, done.processed, scope),
    failed: await countAbout(database.db, done.failed, scope),
  };
}

/** Hands on what has happened, batch by batch, until nothing is left or the time is up. */
export async function relayUntil(
  slices: readonly Slice[],
  platform: Platform,
  deadlineMs: number,
): Promise<void> {
  const { reactions, fanouts } = backgroundOf(slices, platform);
  while ((await relayOnce(platform.database, reactions, fanouts)) > 0 && performance.now() < deadlineMs);
}
