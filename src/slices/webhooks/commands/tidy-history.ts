import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { cancelWaiting } from '../sql/endpoints.ts';
import { dropWeek, ensureWeeks, forgetBefore, keptDays, selectOldWeeks } from '../sql/history.ts';

export async function prepareWeeks(
  platform: Pick<Platform, 'database'>,
  now: Temporal.Instant,
): Promise<void> {
  await inTransaction(platform.database, {}, (tx) => ensureWeeks(tx, now));
}

/** Each step by itself, so that a table is locked for as short as can be. */
export async function tidyHistory(
  platform: Pick<Platform, 'database'>,
  now: Temporal.Instant,
): Promise<void> {
  const { database } = platform;
  await prepareWeeks(platform, now);
  const before = now.subtract({ hours: keptDays * 24 });
  await inTransaction(database, {}, (tx) => forgetBefore(tx, before));
  for (const name of await selectOldWeeks(database.db, before))
    await inTransaction(database, {}, (tx) => dropWeek(tx, name));
  await inTransaction(database, {}, (tx) => cancelWaiting(tx, now));
}
