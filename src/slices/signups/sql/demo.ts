import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { DemoRegistrationRow, DemoSeriesRow, DemoShiftRow } from '../rules/arrange-demo.ts';

export async function findDemoPeople(tx: Tx, emails: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where email = any(${[...emails]}::text[])
  `.execute(tx);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

export interface DemoFrame {
  readonly timeZone: string;
  readonly createdBy: number;
  readonly createdAt: Temporal.Instant;
}

/** Series 1 of organization 1. Its rule has an end, so no job adds to it. */
export async function insertDemoSeries(tx: Tx, frame: DemoFrame, series: DemoSeriesRow): Promise<void> {
  await sql`
    insert into series (id, organization_id, program_id, rule, time_zone, start_time, end_time, template, created_by,
                        created_at)
    values (1, 1, 1, ${series.rule}, ${frame.timeZone}, ${series.start_time}, ${series.end_time},
            ${JSON.stringify(series.template)}, ${frame.createdBy}, ${frame.createdAt})
  `.execute(tx);
}

export async function insertDemoShifts(
  tx: Tx,
  frame: DemoFrame,
  shifts: readonly DemoShiftRow[],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb) as shift (
        id bigint, program_id bigint, mission_id bigint, series_id bigint, title text, description text, location text,
        start_time timestamptz, end_time timestamptz, requires_approval boolean, status text, cancelled_at timestamptz,
        cancel_reason text, capacity integer, waitlist_capacity integer, roles jsonb)
    ), made as (
      insert into shifts (id, organization_id, program_id, mission_id, series_id, occurrence_start, title, description,
        location, start_time, end_time, time_zone, requires_approval, status, roles, cancelled_at, cancel_reason,
        revision, created_by, created_at, updated_at)
      select id, 1, program_id, mission_id, series_id, case when series_id is not null then start_time end, title,
        description, location, start_time, end_time, ${frame.timeZone}, requires_approval, status, roles, cancelled_at,
        cancel_reason, case when status = 'cancelled' then 1 else 0 end, ${frame.createdBy}, ${frame.createdAt},
        coalesce(cancelled_at, ${frame.createdAt}::timestamptz)
      from given
    ), seats as (
      insert into shift_seats (shift_id, capacity, waitlist_capacity)
      select id, capacity, waitlist_capacity from given
    )
    insert into shift_roles (id, shift_id, key, name, position, capacity)
    select role.id, given.id, role.key, role.name, role.position - 1, role.capacity
    from given cross join lateral rows from (
      jsonb_to_recordset(given.roles) as (id bigint, key text, name text, capacity integer)
    ) with ordinality as role (id, key, name, capacity, position)
  `.execute(tx);
  for (const table of ['series', 'shifts', 'shift_roles']) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
  }
}

export async function insertDemoRegistrations(
  tx: Tx,
  registrations: readonly DemoRegistrationRow[],
): Promise<void> {
  await sql`
    insert into registrations (organization_id, shift_id, user_id, role_id, status, start_time, end_time, flags, source,
                               created_at, updated_at, cancelled_at, cancel_reason)
    select 1, shift_id, user_id, role_id, status, start_time, end_time, array(select jsonb_array_elements_text(flags)),
           source, created_at, coalesce(cancelled_at, created_at), cancelled_at, cancel_reason
    from jsonb_to_recordset(${JSON.stringify(registrations)}::jsonb) as given (
      shift_id bigint, user_id bigint, role_id bigint, status text, start_time timestamptz, end_time timestamptz,
      flags jsonb, source text, created_at timestamptz, cancelled_at timestamptz, cancel_reason text)
  `.execute(tx);
}
