import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';

export interface SetupRow {
  readonly has_program: boolean;
  readonly has_shift: boolean;
  readonly has_people: boolean;
  readonly has_joining: boolean;
  readonly has_signup: boolean;
  readonly shift_id: number | null;
}

/** How far an organization has come on its way to its first volunteer. */
export async function selectSetup(db: Reader, organizationId: number): Promise<SetupRow> {
  const id = organizationId;
  const { rows } = await sql<SetupRow>`
    select
      exists (select 1 from programs p where p.organization_id = ${id} and p.archived_at is null) as has_program,
      exists (select 1 from shifts s where s.organization_id = ${id} and s.status = 'published') as has_shift,
      (select count(*) from (select 1 from memberships m where m.organization_id = ${id} limit 2) as two) > 1
        as has_people,
      o.updated_at > o.created_at as has_joining,
      exists (select 1 from shifts s join registrations r on r.shift_id = s.id and r.organization_id = s.organization_id
        where s.organization_id = ${id}) as has_signup,
      (select s.id from shifts s where s.organization_id = ${id} and s.status = 'published'
        order by s.start_time desc, s.id desc limit 1) as shift_id
    from organizations o where o.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the organization has vanished');
  return { ...row, has_people: row.has_people || (await hasInvited(db, id)) };
}

/** Invitations are kept apart from the organization's tables, because they are found by their secret. */
async function hasInvited(db: Reader, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invitations where organization_id = ${organizationId} limit 1
  `.execute(db);
  return rows.length > 0;
}
