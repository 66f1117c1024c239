import { recounting } from '#demo/recount.ts';
import { askForJob, sampleOf, statementMs, timed } from '../jobs.ts';
import { pastAttendance } from '../past-attendance.ts';
import type { Row, Sample } from '../row.ts';
import type { Stage } from '../stage.ts';

const people = 10_000;
const shifts = 200;
const ownerId = 1;

export const row: Row = {
  name: 'reminders',
  measures: `POST /jobs/send-reminders until ${people.toLocaleString('en')} are queued, against one INSERT … SELECT of the same rows into a copy of the table`,
  figure: 'perSecond',
  async setup(given) {
    // No one takes them out of the queue again: sending is not part of it.
    const stage = await given.seededWithoutWorker();
    await pastAttendance(stage);
    const organization = await makeTomorrow(stage);
    await stage.sql(copyOfTheTable);
    // Code is compiled before anything is measured, and there are rows to copy.
    await remind(stage, organization);
    return [
      { name: 'muster', pid: stage.muster.pid, round: () => remind(stage, organization) },
      { name: 'insert', round: () => insert(stage) },
    ];
  },
};

async function remind(stage: Stage, organization: number): Promise<Sample> {
  await stage.sql('truncate notifications, notification_queue');
  const { result, tookMs } = await timed(() => askForJob(stage, 'send-reminders', organization, ownerId));
  const [queued] = await stage.sql<{ rows: number }>(
    `select count(*)::int as rows from notifications where status = 'queued'`,
  );
  if (result['sent'] !== people || queued?.rows !== people)
    throw new Error(`${result['sent']} sent, ${queued?.rows} queued`);
  return sampleOf(people, tookMs);
}

async function insert(stage: Stage): Promise<Sample> {
  await stage.sql('truncate notifications_in_one_go');
  const statement = `
    insert into notifications_in_one_go (key, kind, user_id, organization_id, shift_id, registration_id, details,
      status, about_at, created_at)
    select key, kind, user_id, organization_id, shift_id, registration_id, details, status, about_at, created_at
    from notifications`;
  return sampleOf(people, await statementMs(stage, statement));
}

/** With all that a row costs: its indexes. */
const copyOfTheTable = 'create table notifications_in_one_go (like notifications including all)';

/** A separate
 * organization with shifts within the next day. Everyone has one spot there, or two: who is
 * elsewhere at the time of the one has only the other.
 */
async function makeTomorrow(stage: Stage): Promise<number> {
  const [made] = await stage.sql<{ id: number }>(`
    with organization as (insert into organizations (name) values ('Tomorrow') returning id),
    owner as (insert into memberships (organization_id, user_id, role, joined_at)
      select id, ${ownerId}, 'owner', now() from organization),
    mission as (insert into missions (organization_id, name) select id, 'Tomorrow' from organization
      returning organization_id, id),
    program as (insert into programs (organization_id, name, default_mission_id)
      select organization_id, 'Tomorrow', id from mission returning organization_id, id, default_mission_id),
    made as (insert into shifts (organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status,
        created_at, updated_at)
      select organization_id, id, default_mission_id, 'Shift ' || n, start_time, start_time + interval '50 minutes',
        'UTC', 'published', now(), now()
      from program cross join generate_series(0, ${shifts - 1}) as n
      cross join lateral (select now() + (180 + n % 20 * 60) * interval '1 minute' as start_time)
      returning id, organization_id),
    seats as (insert into shift_seats (shift_id, organization_id) select id, organization_id from made)
    select id::int as id from organization`);
  await stage.sql(
    `insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at,
      updated_at)
    select s.organization_id, s.id, person, 'active', s.start_time, s.end_time, 'self_service', now(), now()
    from generate_series(0, 1) as turn cross join generate_series(1, ${people}) as person
    join shifts s on s.organization_id = $1 and s.title = 'Shift ' || (person + turn * 105) % ${shifts}
    where not exists (select 1 from registrations r where r.user_id = person and r.status <> 'cancelled'
      and r.start_time < s.end_time and r.end_time > s.start_time)
    order by turn, person limit ${people}`,
    [made?.id],
  );
  for (const statement of recounting()) await stage.sql(statement);
  return made?.id ?? 0;
}
