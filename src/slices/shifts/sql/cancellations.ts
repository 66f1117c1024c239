import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';
import type { RegistrationStatus } from '../rules/facts.ts';

/** A registration that has just ended, with the status that it had. */
export interface EndedRow {
  readonly id: number;
  readonly shift_id: number;
  readonly user_id: number;
  readonly status: RegistrationStatus;
}

/** Ends every registration on these shifts, because the shifts are cancelled. */
export async function cancelAllOf(
  tx: Tx,
  shiftIds: readonly number[],
  reason: string,
  now: Temporal.Instant,
): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    update registrations as r set
      status = 'cancelled', offer_expires_at = null, cancelled_at = ${now}, cancel_reason = ${reason},
      source = 'coordinator', flags = array(select distinct unnest(r.flags || '{shift_cancelled}')), updated_at = ${now}
    from registrations as before
    where before.id = r.id and r.shift_id = any(${[...shiftIds]}::bigint[]) and r.status <> 'cancelled'
    returning r.id, r.shift_id, r.user_id, before.status
  `.execute(tx);
  return rows;
}

/** How many people lost a registration because these shifts were cancelled. */
export async function countReleased(db: Database['db'] | Tx, shiftIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people from registrations
    where shift_id = any(${[...shiftIds]}::bigint[]) and status = 'cancelled' and 'shift_cancelled' = any(flags)
  `.execute(db);
  return rows[0]?.people ?? 0;
}
