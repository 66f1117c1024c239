import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { demoZone } from './arrange.ts';

interface DemoReport {
  readonly name: string;
  readonly program: 1 | 2;
  readonly daysAgo: number;
  readonly minutes: number;
  readonly note: string;
  readonly status: 'waiting' | 'approved' | 'rejected';
  readonly reason?: string;
}

const reports: readonly DemoReport[] = [
  {
    name: 'volunteer',
    program: 1,
    daysAgo: 20,
    minutes: 90,
    note: 'Picked up donations from the bakery',
    status: 'approved',
  },
  {
    name: 'emil',
    program: 2,
    daysAgo: 12,
    minutes: 45,
    note: 'Repaired two delivery bikes',
    status: 'approved',
  },
  {
    name: 'volunteer',
    program: 1,
    daysAgo: 9,
    minutes: 180,
    note: 'Saturday shift',
    status: 'rejected',
    reason: 'You were checked in for this shift, so these hours count already.',
  },
  {
    name: 'amir',
    program: 1,
    daysAgo: 5,
    minutes: 120,
    note: 'Wrote the newsletter for donors',
    status: 'waiting',
  },
  {
    name: 'volunteer',
    program: 2,
    daysAgo: 3,
    minutes: 75,
    note: 'Called everyone on the delivery list',
    status: 'waiting',
  },
  {
    name: 'fumiko',
    program: 2,
    daysAgo: 2,
    minutes: 60,
    note: 'Planned the route for December',
    status: 'waiting',
  },
];

/** Hours that people reported: some are decided, some wait for the coordinator. */
export async function demoHourReports(tx: Tx, { now }: Call): Promise<void> {
  const today = now.toZonedDateTimeISO(demoZone).toPlainDate();
  const rows = reports.map(({ name, daysAgo, ...report }) => ({
    ...report,
    email: `${name}@demo.muster`,
    day: today.subtract({ days: daysAgo }).toString(),
    reported_at: now.subtract({ hours: 24 * daysAgo - 12 }).toString(),
    decided_at: now.subtract({ hours: 24 * (daysAgo - 1) - 6 }).toString(),
  }));
  await sql`
    insert into hour_reports (organization_id, user_id, program_id, mission_id, day, minutes, note, created_at, updated_at)
    select p.organization_id, u.id, p.id, p.default_mission_id, given.day, given.minutes, given.note, given.reported_at,
      given.reported_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (email text, program bigint, day date, minutes integer, note text, reported_at timestamptz)
    join programs p on p.id = given.program and p.organization_id = 1
    join users u on u.email = given.email
    order by given.reported_at
  `.execute(tx);
  // Afterwards: a trigger marks those whose hours change with it.
  await sql`
    update hour_reports r set status = given.status, reason = given.reason, decided_at = given.decided_at,
      decided_by = (select id from users where email = 'coordinator@demo.muster'), version = 2,
      updated_at = given.decided_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (note text, status text, reason text, decided_at timestamptz)
    where r.organization_id = 1 and r.note = given.note and given.status <> 'waiting'
  `.execute(tx);
}
