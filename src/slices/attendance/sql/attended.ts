import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';

export interface AttendedRow {
  readonly organization_id: number;
  readonly user_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly checked_in_at: Temporal.Instant;
  /** Null, like the minutes, while the person is still there. */
  readonly checked_out_at: Temporal.Instant | null;
  readonly minutes: number | null;
}

/** The shifts that these people came to, each person's in the order of their coming. */
export async function attendedBy(
  db: Database['db'] | Tx,
  people: readonly { organizationId: number; userId: number }[],
): Promise<AttendedRow[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<AttendedRow>`
    select a.organization_id, a.user_id, a.program_id, a.mission_id, a.checked_in_at, a.checked_out_at, a.minutes
    from (
      select distinct * from unnest(${people.map((one) => one.userId)}::bigint[],
        ${people.map((one) => one.organizationId)}::bigint[]) as given (user_id, organization_id)
    ) as given
    join attendance a on a.user_id = given.user_id and a.organization_id = given.organization_id
    where a.status in ('checked_in', 'checked_out')
    order by a.user_id, a.checked_in_at, a.registration_id
  `.execute(db);
  return rows;
}
