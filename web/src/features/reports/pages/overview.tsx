import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { usePrograms } from '../../../api/use-choices.ts';
import { plusDays, plusMonths } from '../../../time/calendar.ts';
import { useTimes, useToday } from '../../../time/hooks.ts';
import classes from '../../../ui/card.module.css';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { Page } from '../../../ui/page.tsx';
import { PlainSection } from '../../../ui/section.tsx';
import { Loaded } from '../../../ui/states.tsx';
import chart from '../chart.module.css';
import { Chart } from '../chart.tsx';
import type { OverviewSearch } from '../overview-search.ts';

const route = getRouteApi('/manage/overview');

type Overview = Schemas['Overview'];
type Figures = Schemas['OverviewFigures'];

/** How the organization is doing: full shifts, people who come and hours, beside the year before. */
export function OverviewPage() {
  const t = useTranslations('reports');
  const search = route.useSearch();
  const today = useToday(useOrganizationZone());
  const to = search.to ?? today;
  const from = search.from ?? plusDays(plusMonths(to, -3), 1);
  const query = { from, to, ...(search.program !== undefined && { program_id: search.program }) };
  const id = useOrganizationId();
  const overview = useQuery({
    ...apiQuery('/api/v1/organizations/{id}/overview', { path: { id }, query }),
    // While someone is changing a date, the page stays as it is.
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Stack gap="xl">
        <Filters search={search} from={from} to={to} />
        <Loaded query={overview}>{(data) => <Numbers overview={data} query={query} />}</Loaded>
      </Stack>
    </Page>
  );
}

function Filters({ search, from, to }: { search: OverviewSearch; from: string; to: string }) {
  const t = useTranslations('reports');
  const navigate = route.useNavigate();
  const programs = usePrograms().data?.items ?? [];
  const change = (part: { from?: string; to?: string; program?: number | undefined }) => {
    const entries = Object.entries({ ...search, ...part }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    void navigate({ search: Object.fromEntries(entries), replace: true, resetScroll: false });
  };
  return (
    <search aria-label={t('filters')}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          type="date"
          label={t('from')}
          value={from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('to')}
          value={to}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
        <NativeSelect
          label={t('program')}
          value={search.program ?? ''}
          data={[
            { value: '', label: t('allPrograms') },
            ...programs.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ program: value === '' ? undefined : Number(value) })
          }
        />
      </SimpleGrid>
    </search>
  );
}

/** Undefined where there is nothing to be a part of. */
const share = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);
const fillRate = ({ filled, spots }: Figures) => share(filled, spots);
const noShowRate = ({ came, no_shows }: Figures) => share(no_shows, came + no_shows);

function useWords() {
  const format = useFormatter();
  const times = useTimes();
  return {
    percent: (value: number | undefined) =>
      value === undefined ? '–' : format.number(value, { style: 'percent', maximumFractionDigits: 0 }),
    number: (value: number) => format.number(value),
    // Of a thousand hours, no one needs the minutes.
    hours: (minutes: number) =>
      minutes < 60_000 ? times.hours(minutes) : format.number(Math.round(minutes / 60)),
    shortHours: (minutes: number) =>
      minutes < 6_000 ? times.hours(minutes) : format.number(Math.round(minutes / 60)),
    month: (month: string) => times.formatDay('month', `${month}-15`),
    shortMonth: (month: string) => times.formatDay('shortMonth', `${month}-15`),
  };
}

interface NumbersProps {
  readonly overview: Overview;
  readonly query: object;
}

function Numbers({ overview, query }: NumbersProps) {
  const { totals, year_before: before, programs, months } = overview;
  const t = useTranslations('reports');
  const words = useWords();
  const legend = [t('now'), t('yearBefore')] as const;
  const barsOf = useMonthBars(months);
  const byMonth = useFigureColumns<Overview['months'][number]>({
    key: 'month',
    label: t('month'),
    isTitle: true,
    render: ({ month }) => words.month(month),
    sortBy: ({ month }) => month,
  });
  const byProgram = useFigureColumns<Overview['programs'][number]>({
    key: 'program',
    label: t('program'),
    isTitle: true,
    render: ({ program_name }) => program_name,
    sortBy: ({ program_name }) => program_name,
  });
  const path = `/api/v1/organizations/${useOrganizationId()}/overview`;
  const exportBy = (group_by: 'program' | 'month') => (
    <ExportMenu
      path={path}
      query={{ ...query, group_by }}
      file={t(group_by === 'month' ? 'fileByMonth' : 'fileByProgram')}
      list={t(group_by === 'month' ? 'byMonth' : 'byProgram')}
    />
  );
  const monthTable = (label: string) => (
    <DataTable label={label} columns={byMonth} rows={months} rowKey={({ month }) => month} />
  );
  return (
    <>
      <Totals totals={totals} before={before} />
      <PlainSection title={t('byMonth')} actions={exportBy('month')}>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Chart
            title={t('hoursByMonth')}
            bars={barsOf('minutes', words.hours, words.shortHours)}
            legend={legend}
            tableLabel={t('asTable')}
          >
            {monthTable(t('hoursByMonth'))}
          </Chart>
          <Chart
            title={t('peopleByMonth')}
            bars={barsOf('people', words.number, words.number)}
            legend={legend}
            tableLabel={t('asTable')}
          >
            {monthTable(t('peopleByMonth'))}
          </Chart>
        </SimpleGrid>
      </PlainSection>
      <PlainSection title={t('byProgram')} actions={exportBy('program')}>
        <DataTable
          label={t('byProgram')}
          columns={byProgram}
          rows={programs}
          rowKey={({ program_id }) => program_id}
        />
      </PlainSection>
    </>
  );
}

function Totals({ totals, before }: { readonly totals: Figures; readonly before: Figures }) {
  const t = useTranslations('reports');
  const words = useWords();
  const figures = [
    [t('fillRate'), words.percent(fillRate(totals)), words.percent(fillRate(before))],
    [t('noShows'), words.percent(noShowRate(totals)), words.percent(noShowRate(before))],
    [t('people'), words.number(totals.people), words.number(before.people)],
    [t('newPeople'), words.number(totals.new_people), words.number(before.new_people)],
    [
      t('returning'),
      words.number(totals.people - totals.new_people),
      words.number(before.people - before.new_people),
    ],
    [t('hours'), words.hours(totals.minutes), words.hours(before.minutes)],
  ] as const;
  return (
    <dl className={`${classes['figures']} ${chart['figures']}`}>
      {figures.map(([name, value, earlier]) => (
        <div key={name} className={classes['figure']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd style={{ font: '400 var(--mantine-font-size-sm) / 1.4 var(--mantine-font-family)' }}>
            {t('earlier', { value: earlier })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar for each month, beside that of the year before. */
function useMonthBars(months: Overview['months']) {
  const t = useTranslations('reports');
  const words = useWords();
  return (name: 'minutes' | 'people', say: (value: number) => string, short: (value: number) => string) =>
    months.map((line) => ({
      key: line.month,
      name: words.shortMonth(line.month),
      value: line[name],
      before: line.year_before[name],
      label: short(line[name]),
      text: t('bar', {
        name: words.month(line.month),
        now: say(line[name]),
        before: say(line.year_before[name]),
      }),
    }));
}

function useFigureColumns<Line extends Figures & { readonly year_before: Figures }>(
  first: Column<Line>,
): Column<Line>[] {
  const t = useTranslations('reports');
  const words = useWords();
  const column = (
    key: string,
    label: string,
    text: (line: Line) => string,
    value: (line: Line) => number,
  ) => ({
    key,
    label,
    align: 'end' as const,
    render: text,
    sortBy: value,
  });
  return [
    first,
    column(
      'shifts',
      t('shifts'),
      ({ shifts }) => words.number(shifts),
      ({ shifts }) => shifts,
    ),
    column(
      'fill',
      t('fillRate'),
      (line) => words.percent(fillRate(line)),
      (line) => fillRate(line) ?? -1,
    ),
    column(
      'noShows',
      t('noShows'),
      (line) => words.percent(noShowRate(line)),
      (line) => noShowRate(line) ?? -1,
    ),
    column(
      'people',
      t('people'),
      ({ people }) => words.number(people),
      ({ people }) => people,
    ),
    column(
      'new',
      t('newPeople'),
      (line) => words.number(line.new_people),
      (line) => line.new_people,
    ),
    column(
      'hours',
      t('hours'),
      ({ minutes }) => words.hours(minutes),
      ({ minutes }) => minutes,
    ),
    column(
      'before',
      t('hoursBefore'),
      (line) => words.hours(line.year_before.minutes),
      (line) => line.year_before.minutes,
    ),
  ];
}
