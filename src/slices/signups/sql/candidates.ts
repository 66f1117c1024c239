import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

export interface MemberRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Members who are not on the shift in any way, in the order of their ids. */
export async function selectFreeMembers(
  db: Reader,
  grant: Grant<'shifts.manage'>,
  shiftId: number,
  after: number,
  limit: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.user_id, u.name, u.email, u.phone
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${grant.organizationId} and m.user_id > ${after} and u.erased_at is null
      and not exists (
        select 1 from registrations r where r.shift_id = ${shiftId} and r.user_id = m.user_id and r.status <> 'cancelled')
    order by m.user_id limit ${limit}
  `.execute(db);
  return rows;
}
