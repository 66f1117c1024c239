import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import { lacksPeople } from '#slices/shifts/index.ts';
import type { NoticeRow } from './notices.ts';

/** How many people are confirmed, of a shift or a role, and how many are needed. */
interface Staffing {
  readonly people: number;
  readonly minimum: number;
}

export interface UnderstaffedRow extends Staffing {
  readonly id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  /** The roles below their minimum. */
  readonly roles: readonly (Staffing & { readonly name: string })[];
}

/** More than a person reads in a mail. */
const mostListed = 50;

export async function selectUnderstaffed(
  db: Reader,
  organizationId: number,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<UnderstaffedRow[]> {
  const { rows: shifts } = await sql<Omit<UnderstaffedRow, 'roles'>>`
    select s.id, s.title, s.start_time, s.end_time, s.time_zone, spots.active as people,
      coalesce(spots.minimum, 1) as minimum
    from shifts s join shift_seats spots on spots.shift_id = s.id and spots.organization_id = s.organization_id
    where s.organization_id = ${organizationId} and s.status = 'published'
      and s.start_time >= ${from} and s.start_time < ${until} and ${lacksPeople(organizationId)}
    order by s.start_time, s.id limit ${mostListed}
  `.execute(db);
  const { rows: roles } = await sql<Staffing & { shift_id: number; name: string }>`
    select shift_id, name, active as people, minimum from shift_roles
    where organization_id = ${organizationId} and shift_id = any(${shifts.map(({ id }) => id)}::bigint[])
      and active < minimum
    order by shift_id, position
  `.execute(db);
  return shifts.map((shift) => ({ ...shift, roles: roles.filter((role) => role.shift_id === shift.id) }));
}

interface EndedRow {
  readonly shift_id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
}

/** What ended together with a membership: registrations, and journeys by name. */
export async function selectEnded(
  db: Reader,
  { user_id, organization_id, created_at }: Pick<NoticeRow, 'user_id' | 'organization_id' | 'created_at'>,
): Promise<{ shifts: EndedRow[]; journeys: string[] }> {
  const { rows: shifts } = await sql<EndedRow>`
    select s.id as shift_id, s.title, s.start_time, s.end_time, s.time_zone
    from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.user_id = ${user_id} and r.organization_id = ${organization_id} and r.cancelled_at = ${created_at}
      and 'member_removed' = any(r.flags)
    order by s.start_time, s.id
  `.execute(db);
  const { rows: journeys } = await sql<{ name: string }>`
    select j.name from journey_enrollments e join journeys j on j.id = e.journey_id and j.organization_id = e.organization_id
    where e.user_id = ${user_id} and e.organization_id = ${organization_id} and e.withdrawn_at = ${created_at}
    order by j.id
  `.execute(db);
  return { shifts, journeys: journeys.map(({ name }) => name) };
}
