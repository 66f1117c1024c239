import { type RawBuilder, sql } from 'kysely';
import { inKnownPlace, type Reader, rememberPlaces, type Tx } from '#platform/db/index.ts';
import { type Grant, roleMay, roles } from '#slices/organizations/index.ts';

export interface ReportRow {
  readonly id: number;
  readonly organization_id: number;
  readonly organization_name: string;
  readonly user_id: number;
  readonly user_name: string;
  readonly program_id: number;
  readonly program_name: string;
  readonly mission_id: number;
  readonly mission_name: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly minutes: number;
  readonly note: string;
  readonly status: 'waiting' | 'approved' | 'rejected';
  readonly reason: string | null;
  readonly version: number;
  readonly decided_by_name: string | null;
  readonly decided_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
}

type Sql = RawBuilder<unknown>;

const withNames = (condition: Sql) => sql`
  select r.id, r.organization_id, o.name as organization_name, r.user_id, u.name as user_name, r.program_id,
    p.name as program_name, r.mission_id, m.name as mission_name, r.day::text as day, r.minutes, r.note, r.status, r.reason,
    r.version, decider.name as decided_by_name, r.decided_at, r.created_at
  from hour_reports r
  join organizations o on o.id = r.organization_id
  join users u on u.id = r.user_id
  join programs p on p.id = r.program_id and p.organization_id = r.organization_id
  join missions m on m.id = r.mission_id and m.organization_id = r.organization_id
  left join users decider on decider.id = r.decided_by
  where ${condition}`;

export async function findReport(db: Reader, id: number): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    ${withNames(sql`r.id = ${id} ${inKnownPlace(db, 'hour_reports', id, 'r')}`)}
  `.execute(db);
  rememberPlaces(db, 'hour_reports', rows);
  return rows[0];
}

export async function selectReports(
  db: Reader,
  organizationId: number,
  ids: readonly number[],
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    ${withNames(sql`r.organization_id = ${organizationId} and r.id = any(${[...ids]}::bigint[])`)} order by r.id
  `.execute(db);
  return rows;
}

export interface ReportFilter {
  readonly organizationId?: number | undefined;
  readonly userId?: number | undefined;
  readonly status: string | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** The newest first. All shards, unless an organization is named. */
export async function listReports(db: Reader, filter: ReportFilter): Promise<ReportRow[]> {
  const { organizationId, userId, status, before, limit } = filter;
  const conditions = [
    organizationId === undefined ? sql`` : sql`and r.organization_id = ${organizationId}`,
    userId === undefined ? sql`` : sql`and r.user_id = ${userId}`,
    // Written out, so that the index of waiting reports is used.
    status === undefined ? sql`` : sql`and r.status = ${sql.lit(status)}`,
    before === undefined ? sql`` : sql`and r.id < ${before}`,
  ];
  const { rows } = await sql<ReportRow>`
    ${withNames(sql`true ${sql.join(conditions, sql` `)}`)} order by r.id desc limit ${limit + 1}
  `.execute(db);
  rememberPlaces(db, 'hour_reports', rows);
  return rows;
}

export interface NewReport {
  readonly organizationId: number;
  readonly userId: number;
  readonly programId: number;
  readonly missionId: number;
  readonly day: string;
  readonly minutes: number;
  readonly note: string;
}

export async function insertReport(tx: Tx, report: NewReport, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    insert into hour_reports (organization_id, user_id, program_id, mission_id, day, minutes, note, created_at, updated_at)
    values (${report.organizationId}, ${report.userId}, ${report.programId}, ${report.missionId}, ${report.day}::date,
      ${report.minutes}, ${report.note}, ${now}, ${now})
    returning id, organization_id
  `.execute(tx);
  const [made] = rows;
  if (!made) throw new Error('a report was not written');
  rememberPlaces(tx, 'hour_reports', rows);
  return made.id;
}

/** What the person has reported to one organization before. */
export interface Reported {
  readonly waiting: number;
  /** Of one day, without those that were rejected. */
  readonly minutes: number;
}

export async function findReported(
  tx: Tx,
  { organizationId, userId, day }: Pick<NewReport, 'organizationId' | 'userId' | 'day'>,
  except?: number,
): Promise<Reported> {
  const { rows } = await sql<Reported>`
    select count(*) filter (where status = 'waiting')::int as waiting,
      coalesce(sum(minutes) filter (where day = ${day}::date), 0)::int as minutes
    from hour_reports
    where organization_id = ${organizationId} and user_id = ${userId} and status <> 'rejected' and id <> ${except ?? 0}
      and (status = 'waiting' or day = ${day}::date)
  `.execute(tx);
  return rows[0] ?? { waiting: 0, minutes: 0 };
}

const deciding = roles.filter((role) => roleMay(role, 'attendance.correct'));

/** How many reports wait for the person's decision, up to `most`. All shards. */
export async function countReportsFor(db: Reader, userId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from memberships m join hour_reports r on r.organization_id = m.organization_id
      where m.user_id = ${userId} and m.role = any(${deciding}::text[]) and r.status = 'waiting' limit ${most}
    ) as waiting
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same report, while it waits: a decision that was made in the meantime leaves nothing to change. */
const stillWaiting = ({ id, organization_id, version }: ReportRow) => sql`
  id = ${id} and organization_id = ${organization_id} and status = 'waiting' and version = ${version}`;

export async function updateReport(
  tx: Tx,
  before: ReportRow,
  values: Pick<NewReport, 'programId' | 'missionId' | 'day' | 'minutes' | 'note'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update hour_reports set program_id = ${values.programId}, mission_id = ${values.missionId}, day = ${values.day}::date,
      minutes = ${values.minutes}, note = ${values.note}, version = version + 1, updated_at = ${now}
    where ${stillWaiting(before)}
  `.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteReport(tx: Tx, before: ReportRow): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from hour_reports where ${stillWaiting(before)}`.execute(tx);
  return numAffectedRows === 1n;
}

export interface Decision {
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly by: number | null;
  readonly now: Temporal.Instant;
}

/** Decides on those that still wait and that are as the caller has seen them. Returns their ids. */
export async function decideReports(
  tx: Tx,
  { organizationId }: Grant<'attendance.correct'>,
  reports: readonly { readonly id: number; readonly version?: number }[],
  { status, reason, by, now }: Decision,
): Promise<number[]> {
  // Two coordinators lock them in the same order.
  const { rows } = await sql<{ id: number }>`
    update hour_reports r set status = ${status}, reason = ${reason}, decided_by = ${by}, decided_at = ${now},
      version = r.version + 1, updated_at = ${now}
    from (
      select waiting.id from hour_reports waiting
      join unnest(${reports.map(({ id }) => id)}::bigint[], ${reports.map(({ version }) => version ?? null)}::int[])
        as seen (id, version) on waiting.id = seen.id
      where waiting.organization_id = ${organizationId} and waiting.status = 'waiting'
        and (seen.version is null or waiting.version = seen.version)
      order by waiting.id for update of waiting
    ) as held
    where r.organization_id = ${organizationId} and r.id = held.id
    returning r.id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

export async function reopenReport(
  tx: Tx,
  { organizationId }: Grant<'attendance.correct'>,
  id: number,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update hour_reports set status = 'waiting', reason = null, decided_by = null, decided_at = null, version = version + 1,
      updated_at = ${now}
    where id = ${id} and organization_id = ${organizationId} and status <> 'waiting'
  `.execute(tx);
  return numAffectedRows === 1n;
}

/** Hours that were approved, each with the end of its day in the organization's zone. */
export interface ApprovedReport {
  readonly organization_id: number;
  readonly user_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly minutes: number;
  readonly day_ends_at: Temporal.Instant;
  readonly approved_at: Temporal.Instant;
}

export async function approvedReportsOf(
  db: Reader,
  people: readonly { organizationId: number; userId: number }[],
): Promise<ApprovedReport[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<ApprovedReport>`
    select r.organization_id, r.user_id, r.program_id, r.mission_id, r.minutes, r.decided_at as approved_at,
      local_midnight((r.day + 1)::timestamp, known_zone(o.time_zone)) as day_ends_at
    from (
      select distinct * from unnest(${people.map((one) => one.userId)}::bigint[],
        ${people.map((one) => one.organizationId)}::bigint[]) as given (user_id, organization_id)
    ) as given
    join hour_reports r on r.user_id = given.user_id and r.organization_id = given.organization_id
    join organizations o on o.id = r.organization_id
    where r.organization_id = any(${[...new Set(people.map((one) => one.organizationId))]}::bigint[])
      and r.status = 'approved'
    order by r.user_id, r.decided_at, r.id
  `.execute(db);
  return rows;
}

/** Approved minutes stay, because totals are made of them; what was written about them goes, and all others. All shards. */
export async function forgetReports(tx: Tx, userId: number): Promise<void> {
  await sql`delete from hour_reports where user_id = ${userId} and status <> 'approved'`.execute(tx);
  await sql`update hour_reports set note = '' where user_id = ${userId} and note <> ''`.execute(tx);
}
