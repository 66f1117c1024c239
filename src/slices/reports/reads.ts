import type { Call } from '#kernel/call.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Reader } from '#platform/db/index.ts';
import { type Cell, type FileFormat, fileOf } from '#platform/http/files.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { hoursTable, periodOf } from '#slices/hours/index.ts';
import { authorize, findOrganization, type Grant } from '#slices/organizations/index.ts';
import { reportTexts } from './messages/index.ts';
import { type Days, daysOf, monthsOf, yearBefore, yearLater } from './rules.ts';
import type { FiguresBody, OverviewBody, OverviewInput } from './schema.ts';
import { peopleFigures, programNames, shiftFigures } from './sql.ts';

const none: FiguresBody = {
  shifts: 0,
  spots: 0,
  filled: 0,
  came: 0,
  no_shows: 0,
  people: 0,
  new_people: 0,
  minutes: 0,
  verified_minutes: 0,
};

/** The figures of a period: in all, by program and by month. Months are named as in the period that is asked for. */
interface Figures {
  readonly total: FiguresBody;
  readonly ofProgram: ReadonlyMap<number, FiguresBody>;
  readonly ofMonth: ReadonlyMap<string, FiguresBody>;
}

export async function readOverview(
  db: Reader,
  call: Call,
  organizationId: number,
  query: OverviewInput,
): Promise<OverviewBody> {
  const grant = await authorize(db, call, 'reports.read', organizationId);
  const days = daysOf(query.from, query.to);
  const zone = (await findOrganization(db, organizationId))?.time_zone ?? 'UTC';
  const names = await programNames(db, grant);
  const read = (some: Days, monthName: (month: string) => string) =>
    figuresOf(db, grant, { days: some, zone, programId: query.program_id, monthName });
  const [now, before] = await Promise.all([read(days, (month) => month), read(yearBefore(days), yearLater)]);
  const active = names.filter(({ id }) => now.ofProgram.has(id) || before.ofProgram.has(id));
  return {
    from: query.from,
    to: query.to,
    totals: now.total,
    year_before: before.total,
    programs: active.map(({ id, name }) => ({
      program_id: id,
      program_name: name,
      ...(now.ofProgram.get(id) ?? none),
      year_before: before.ofProgram.get(id) ?? none,
    })),
    months: monthsOf(days).map((month) => ({
      month,
      ...(now.ofMonth.get(month) ?? none),
      year_before: before.ofMonth.get(month) ?? none,
    })),
  };
}

interface Asked {
  readonly days: Days;
  readonly zone: string;
  readonly programId: number | undefined;
  readonly monthName: (month: string) => string;
}

async function figuresOf(
  db: Reader,
  grant: Grant<'reports.read'>,
  { days, zone, programId, monthName }: Asked,
): Promise<Figures> {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(knownZone(zone)).toInstant();
  const period = periodOf(days.from.toString(), days.to.toString());
  const scope = {
    from: startOf(days.from),
    until: startOf(days.to.add({ days: 1 })),
    programId,
    zone,
    hours: hoursTable(grant.organizationId, { programId, period }),
  };
  const shifts = await shiftFigures(db, grant, scope);
  const people = await peopleFigures(db, grant, scope);
  const ofProgram = new Map<number, FiguresBody>();
  const ofMonth = new Map<string, FiguresBody>();
  let total = none;
  for (const { program_id: program, month, ...part } of [...shifts, ...people]) {
    if (program !== null) ofProgram.set(program, add(ofProgram.get(program), part));
    if (month !== null) ofMonth.set(monthName(month), add(ofMonth.get(monthName(month)), part));
    // Sums add up to the total. People don't: someone who came in two months or programs is one person.
    if ((program === null) === (month === null)) total = add(total, part);
  }
  return { total, ofProgram, ofMonth };
}

function add(sum: FiguresBody = none, part: Partial<FiguresBody>): FiguresBody {
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    sum[name as keyof FiguresBody] + Number(value),
  ]);
  return { ...sum, ...Object.fromEntries(entries) };
}

const columns = ['shifts', 'spots', 'filled', 'came', 'no_shows', 'people', 'new_people'] as const;

/** One line for each program or month, and one for all. */
export async function exportOverview(
  db: Reader,
  call: Call,
  organizationId: number,
  query: OverviewInput,
  format: FileFormat,
): Promise<RawAnswer> {
  const overview = await readOverview(db, call, organizationId, query);
  const isByMonth = query.group_by === 'month';
  const say = (key: Parameters<typeof reportTexts.say>[1]) => reportTexts.say(call.language, key);
  const hours = (minutes: number) => Math.round(minutes / 0.6) / 100;
  const line = (name: string, now: FiguresBody, before: FiguresBody): Cell[] => [
    name,
    ...columns.map((column) => now[column]),
    hours(now.minutes),
    hours(before.minutes),
  ];
  return await fileOf(format, {
    name: `overview-${query.from}-${query.to}`,
    title: say('sheet'),
    header: [isByMonth ? 'month' : 'program', ...columns, 'hours', 'hours_before'].map((name) =>
      say(`columns.${name}` as 'columns.hours'),
    ),
    rows: [
      ...(isByMonth
        ? overview.months.map((one) => line(one.month, one, one.year_before))
        : overview.programs.map((one) => line(one.program_name, one, one.year_before))),
      line(say('columns.total'), overview.totals, overview.year_before),
    ],
  });
}
