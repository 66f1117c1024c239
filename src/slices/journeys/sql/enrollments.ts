import { type RawBuilder, sql } from 'kysely';
import { inKnownPlace, type Reader, rememberPlaces, withNewPlan } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { EnrollmentBody } from '../schema.ts';

export interface EnrollmentRow {
  readonly id: number;
  readonly organization_id: number;
  readonly journey_id: number;
  readonly journey_name: string;
  readonly badge_id: number | null;
  readonly version: number;
  readonly user_id: number;
  /** The enrollment of a person who has left the organization doesn't change. */
  readonly is_member: boolean;
  readonly status: EnrollmentBody['status'];
  readonly source: EnrollmentBody['source'];
  readonly current_step_id: number | null;
  readonly due_at: Temporal.Instant | null;
  readonly timer_at: Temporal.Instant | null;
  readonly reminder_at: Temporal.Instant | null;
  readonly reminded: readonly string[];
  readonly enrolled_at: Temporal.Instant;
  readonly completed_at: Temporal.Instant | null;
  readonly withdrawn_at: Temporal.Instant | null;
  readonly required_profile_fields: readonly string[];
}

/**
 * Nothing that can change for an enrollment while a statement waits for its lock is joined here, except by a left join:
 * such a row would be lost.
 */
export const columns = sql`e.id, e.organization_id, e.journey_id, j.name as journey_name, j.badge_id, e.version,
  e.user_id, m.user_id is not null as is_member,
  e.status, e.source, e.current_step_id, e.due_at, e.timer_at, e.reminder_at, e.reminded, e.enrolled_at,
  e.completed_at, e.withdrawn_at, o.required_profile_fields`;
export const source = sql`journey_enrollments e
  join journeys j on j.id = e.journey_id and j.organization_id = e.organization_id
  join organizations o on o.id = e.organization_id
  left join memberships m on m.organization_id = e.organization_id and m.user_id = e.user_id`;

export async function findEnrollment(db: Reader, id: number): Promise<EnrollmentRow | undefined> {
  const { rows } = await sql<EnrollmentRow>`
    select ${columns} from ${source}
    where e.id = ${id} ${inKnownPlace(db, 'journey_enrollments', id, 'e')}
  `.execute(db);
  rememberPlaces(db, 'journey_enrollments', rows);
  return rows[0];
}

export async function findEnrollmentOf(
  db: Reader,
  journey: { readonly id: number; readonly organization_id: number },
  userId: number,
): Promise<{ id: number; status: EnrollmentBody['status'] } | undefined> {
  return (await db
    .selectFrom('journey_enrollments')
    .select(['id', 'status'])
    .where('organization_id', '=', journey.organization_id)
    .where('journey_id', '=', journey.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()) as { id: number; status: EnrollmentBody['status'] } | undefined;
}

export async function findPersonName(db: Reader, userId: number): Promise<string> {
  const person = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return person?.name ?? '';
}

export interface CompletionRow {
  readonly enrollment_id: number;
  readonly step_key: string;
  readonly status: 'completed' | 'skipped';
  readonly completed_at: Temporal.Instant;
  readonly by_hand: boolean;
  readonly completed_by: number | null;
  readonly note: string | null;
}

export async function selectCompletions(
  db: Reader,
  enrollments: readonly Pick<EnrollmentRow, 'id' | 'organization_id'>[],
): Promise<CompletionRow[]> {
  const organizationIds = [...new Set(enrollments.map(({ organization_id }) => organization_id))];
  const rows = await withNewPlan(
    db,
    sql<CompletionRow>`
    select enrollment_id, step_key, status, completed_at, by_hand, completed_by, note
    from journey_completions
    where organization_id = any(${organizationIds}::bigint[])
      and enrollment_id = any(${enrollments.map(({ id }) => id)}::bigint[])
  `,
  );
  return [...rows];
}

export interface EnrollmentFilter {
  readonly status?: EnrollmentBody['status'] | undefined;
  readonly userId?: number | undefined;
  readonly overdue?: boolean | undefined;
  readonly now: Temporal.Instant;
  readonly after: number | undefined;
  readonly limit: number;
}

export type EnrollmentLineRow = EnrollmentRow & {
  readonly user_name: string;
  readonly user_email: string | null;
};

export async function selectEnrollments(
  db: Reader,
  grant: Grant<'journeys.manage'>,
  journeyId: number,
  filter: EnrollmentFilter,
): Promise<EnrollmentLineRow[]> {
  const isLate = sql`(e.status = 'active' and e.due_at is not null and e.due_at <= ${filter.now})`;
  const conditions: RawBuilder<unknown>[] = [
    sql`e.journey_id = ${journeyId}`,
    sql`e.organization_id = ${grant.organizationId}`,
  ];
  if (filter.status !== undefined) conditions.push(sql`e.status = ${filter.status}`);
  if (filter.userId !== undefined) conditions.push(sql`e.user_id = ${filter.userId}`);
  if (filter.overdue !== undefined) conditions.push(filter.overdue ? isLate : sql`not ${isLate}`);
  if (filter.after !== undefined) conditions.push(sql`e.id > ${filter.after}`);
  const { rows } = await sql<EnrollmentLineRow>`
    select ${columns}, u.name as user_name, u.email as user_email from ${source} join users u on u.id = e.user_id
    where ${sql.join(conditions, sql` and `)} order by e.id limit ${filter.limit + 1}
  `.execute(db);
  return rows;
}

/** A person's journeys, newest first: in one organization (router), or in all (all shards). */
export async function selectMine(
  db: Reader,
  userId: number,
  page: {
    organizationId?: number;
    status?: EnrollmentBody['status'] | undefined;
    before?: number | undefined;
    limit?: number | undefined;
  },
): Promise<EnrollmentRow[]> {
  const status = page.status === undefined ? sql`` : sql`and e.status = ${page.status}`;
  const before = page.before === undefined ? sql`` : sql`and e.id < ${page.before}`;
  const within =
    page.organizationId === undefined ? sql`` : sql`and e.organization_id = ${page.organizationId}`;
  const { rows } = await sql<EnrollmentRow>`
    select ${columns} from ${source} where e.user_id = ${userId} ${within} ${status} ${before}
    order by e.id desc ${page.limit === undefined ? sql`` : sql`limit ${page.limit + 1}`}
  `.execute(db);
  return rows;
}
