import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
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
  reason: string | null,
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

/**
 * Registrations carry the shift's times for the constraint that keeps people from being in two places. Returns
 * whose they are.
 */
export async function moveAllOn(tx: Tx, shiftIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update registrations r set start_time = s.start_time, end_time = s.end_time from shifts s
    where s.id = r.shift_id and s.id = any(${[...shiftIds]}::bigint[]) and r.status <> 'cancelled' returning r.user_id
  `.execute(tx);
  return [...new Set(rows.map((row) => row.user_id))];
}
