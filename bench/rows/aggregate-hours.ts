import { askForJob, sampleOf, statementMs, timed } from '../jobs.ts';
import { watchMemory } from '../memory.ts';
import { pastAttendance } from '../past-attendance.ts';
import type { Row, Sample } from '../row.ts';
import type { Stage } from '../stage.ts';

const organizations = 20;

export const row: Row = {
  name: 'aggregate-hours',
  measures:
    'POST /jobs/aggregate-hours from scratch for 20 organizations in turn: 1,000,000 attendances (small: a tenth), made by one statement from the seeded registrations, against one SELECT … GROUP BY and one INSERT of what it says',
  figure: 'seconds',
  // Of a minute or so: nothing that a neighbor does for a moment changes it.
  rounds: 1,
  async setup(given) {
    const stage = await given.seededWithoutWorker();
    const rows = await pastAttendance(stage);
    await stage.sql('create table hours_in_one_go (like hours including all)');
    await stage.sql('alter table hours_in_one_go add foreign key (user_id) references users');
    // The way to the job is known before anything is measured.
    await askForJob(stage, 'aggregate-hours', 1, 1);
    return [
      { name: 'muster', pid: stage.muster.pid, round: () => aggregate(stage, rows) },
      { name: 'select', round: () => measure(stage, rows, `select ${totals} from (${figures}) as figures`) },
      { name: 'insert', round: () => insert(stage, rows) },
    ];
  },
};

async function aggregate(stage: Stage, rows: number): Promise<Sample> {
  await stage.sql(`
    truncate hours, hours_stale;
    insert into hours_stale (organization_id, user_id) select distinct organization_id, user_id from attendance`);
  const { result, memory } = await watchMemory(stage.muster.pid, () =>
    timed(async () => {
      for (let organization = 1; organization <= organizations; organization += 1)
        await askForJob(stage, 'aggregate-hours', organization, organization);
    }),
  );
  await assertComplete(stage);
  const sample = sampleOf(rows, result.tookMs);
  return { ...sample, extra: { 'rows/s': sample.perSecond, ...memory } };
}

/** Figures that are not those of the attendance would have cost nothing. */
async function assertComplete(stage: Stage): Promise<void> {
  const [sums] = await stage.sql<{ hours: string; expected: string; marks: string }>(`
    select (select sum(minutes) from hours) as hours, (select sum(minutes) from attendance) as expected,
      (select count(*) from hours_stale) as marks`);
  if (sums?.hours !== sums?.expected || sums?.marks !== '0') throw new Error(JSON.stringify(sums));
}

const totals = 'count(*), sum(minutes), sum(verified_minutes), sum(shifts)';
const figures = `
  select a.organization_id, a.user_id, a.program_id, a.mission_id,
    date_trunc('month', a.checked_in_at at time zone o.time_zone)::date as month, sum(a.minutes) as minutes,
    coalesce(sum(a.minutes) filter (where a.verified_at is not null), 0) as verified_minutes, count(*) as shifts
  from attendance a join organizations o on o.id = a.organization_id group by 1, 2, 3, 4, 5`;

async function insert(stage: Stage, rows: number): Promise<Sample> {
  await stage.sql('truncate hours_in_one_go');
  return await measure(
    stage,
    rows,
    `insert into hours_in_one_go select figures.*, now() from (${figures}) as figures`,
  );
}

async function measure(stage: Stage, rows: number, statement: string): Promise<Sample> {
  const sample = sampleOf(rows, await statementMs(stage, statement));
  return { ...sample, extra: { 'rows/s': sample.perSecond } };
}
