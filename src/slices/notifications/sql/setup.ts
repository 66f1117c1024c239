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

/** How far an organization has come on its way to its first volunteer, in one statement. */
export async function selectSetup(db: Reader, organizationId: number): Promise<SetupRow> {
  const { rows } = await sql<SetupRow>`
    select
      exists (select 1 from programs p where p.organization_id = o.id and p.archived_at is null) as has_program,
      exists (select 1 from shifts s where s.organization_id = o.id and s.status = 'published') as has_shift,
      (select count(*) from (select 1 from memberships m where m.organization_id = o.id limit 2) as two) > 1
        or exists (select 1 from invitations i where i.organization_id = o.id) as has_people,
      o.updated_at > o.created_at as has_joining,
      exists (select 1 from shifts s where s.organization_id = o.id
        and exists (select 1 from registrations r where r.shift_id = s.id)) as has_signup,
      (select s.id from shifts s where s.organization_id = o.id and s.status = 'published'
        order by s.start_time desc, s.id desc limit 1) as shift_id
    from organizations o where o.id = ${organizationId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the organization has vanished');
  return row;
}
