import type { Reader, Tx } from '#platform/db/index.ts';

export async function findAvailability(db: Reader, userId: number) {
  return await db
    .selectFrom('availability')
    .select(['time_zone', 'weekly', 'exceptions', 'updated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
export type AvailabilityRow = NonNullable<Awaited<ReturnType<typeof findAvailability>>>;

export interface NewAvailability {
  readonly timeZone: string;
  readonly weekly: readonly unknown[];
  readonly exceptions: readonly unknown[];
}

export async function putAvailability(
  tx: Tx,
  userId: number,
  { timeZone, weekly, exceptions }: NewAvailability,
  now: Temporal.Instant,
): Promise<void> {
  const values = {
    time_zone: timeZone,
    weekly: JSON.stringify(weekly),
    exceptions: JSON.stringify(exceptions),
    updated_at: now,
  };
  await tx
    .insertInto('availability')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function deleteAvailability(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('availability').where('user_id', '=', userId).execute();
}
