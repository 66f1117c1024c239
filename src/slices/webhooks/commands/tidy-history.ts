import { cleanUp } from '#platform/db/clean-up.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { cancelOrphaned } from '../sql/endpoints.ts';
import { dropWeek, ensureWeeks, expiringDeliveries, keptDays, selectOldWeeks } from '../sql/history.ts';

const batchSize = 1_000;

export async function prepareWeeks(
  platform: Pick<Platform, 'database'>,
  now: Temporal.Instant,
): Promise<void> {
  await inTransaction(platform.database, {}, (tx) => ensureWeeks(tx, now));
}

/** Each step in a separate transaction, so that a table is locked for as short as possible. */
export async function tidyHistory(
  platform: Pick<Platform, 'database'>,
  now: Temporal.Instant,
): Promise<void> {
  const { database } = platform;
  await prepareWeeks(platform, now);
  // The queue first: nothing may wait whose week is gone.
  await cleanUp(database, expiringDeliveries, now);
  const before = now.subtract({ hours: keptDays * 24 });
  for (const name of await selectOldWeeks(database.db, before))
    await inTransaction(database, {}, (tx) => dropWeek(tx, name));
  while ((await inTransaction(database, {}, (tx) => cancelOrphaned(tx, now, batchSize))) >= batchSize);
}
