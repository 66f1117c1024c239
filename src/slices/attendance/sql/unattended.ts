import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** A person's registrations on running shifts, locked, without those that they have checked in for. */
export async function lockUnattended(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId?: number },
  now: Temporal.Instant,
): Promise<number[]> {
  // No shift is longer than seven days: from there on the index does the rest.
  const { rows: running } = await sql<{ id: number }>`
    select id from registrations
    where user_id = ${userId} and status = 'active' and start_time <= ${now} and end_time > ${now}
      and start_time >= ${now}::timestamptz - interval '8 days'
      ${organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`}
    order by id for update
  `.execute(tx);
  if (running.length === 0) return [];
  // Asked after the lock: a check-in that was being written is seen.
  const { rows: absent } = await sql<{ id: number }>`
    select given.id from unnest(${running.map(({ id }) => id)}::bigint[]) as given (id)
    where not exists (select 1 from attendance a where a.registration_id = given.id)
    order by given.id
  `.execute(tx);
  return absent.map(({ id }) => id);
}
