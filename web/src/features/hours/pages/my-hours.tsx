import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizations } from '../../../api/me.ts';
import { useTask } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import classes from '../../../ui/card.module.css';
import { DataTable } from '../../../ui/data-table.tsx';
import { fetchFile, showFile } from '../../../ui/download.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { OpenByAddress } from '../../../ui/open-by-address.tsx';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { EmptyState, ListSkeleton, Loaded } from '../../../ui/states.tsx';
import { HoursChart } from '../hours-chart.tsx';
import { MyReports, ReportHours } from '../my-reports.tsx';

type Hours = Schemas['MyHours'];

export function MyHoursPage() {
  const t = useTranslations('hours');
  const common = useTranslations('common.action');
  const hours = useQuery(apiQuery('/api/v1/me/hours'));
  return (
    <Page title={t('title')} lead={t('lead')} actions={<ReportButton />}>
      <Loaded query={hours} skeleton={<ListSkeleton />}>
        {(data) =>
          data.items.length === 0 ? (
            <EmptyState
              title={t('empty')}
              text={t('emptyText')}
              action={<ButtonLink to="/">{common('toBoard')}</ButtonLink>}
            />
          ) : (
            <HoursContent hours={data} />
          )
        }
      </Loaded>
      <MyReports />
    </Page>
  );
}

/** Only where an organization takes reports. */
function ReportButton() {
  const t = useTranslations('hours.reports');
  const { memberships } = useOrganizations();
  if (!memberships.some(({ allow_hour_reports }) => allow_hour_reports)) return null;
  return (
    <ReportHours>
      {(open) => (
        <>
          <OpenByAddress name="report" open={open} />
          <Button onClick={open}>{t('report')}</Button>
        </>
      )}
    </ReportHours>
  );
}

function HoursContent({ hours }: { readonly hours: Hours }) {
  const t = useTranslations('hours');
  const times = useTimes();
  const { totals, organizations, items } = hours;
  const figures = [
    [t('total'), times.hours(totals.minutes)],
    [t('verified'), times.hours(totals.verified_minutes)],
    [t('shifts'), String(totals.shifts)],
  ] as const;
  return (
    <>
      <div className={classes['section']}>
        <dl className={classes['figures']}>
          {figures.map(([name, value]) => (
            <div key={name} className={classes['figure']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section className={classes['section']} aria-labelledby="chart">
        <h2 id="chart" className={classes['heading']}>
          {t('chart')}
        </h2>
        <HoursChart
          label={t('chart')}
          items={items}
          say={(month, { minutes }) => t('month', { month, hours: times.hours(minutes, 'long') })}
        />
      </section>
      <section className={classes['section']}>
        <HoursTable items={items} />
      </section>
      <section className={classes['card']} aria-labelledby="letter">
        <h2 id="letter" className={classes['heading']}>
          {t('letterTitle')}
        </h2>
        <Text>{t('letterText')}</Text>
        {organizations.map(({ organization_id: id, organization_name: name }) => (
          <HoursLetter key={id} organizationId={id} name={name} />
        ))}
      </section>
    </>
  );
}

function HoursTable({ items }: Pick<Hours, 'items'>) {
  const t = useTranslations('hours');
  const times = useTimes();
  return (
    <DataTable
      label={t('list')}
      rows={items}
      rowKey={({ program_id, month }) => `${program_id} ${month}`}
      columns={[
        {
          key: 'month',
          label: t('columnMonth'),
          render: ({ month }) => times.formatDay('month', `${month.slice(0, 7)}-15`),
          isTitle: true,
          sortBy: ({ month }) => month,
        },
        {
          key: 'program',
          label: t('columnProgram'),
          render: ({ program_name, organization_name }) => `${program_name} · ${organization_name}`,
          isFreeText: true,
          sortBy: ({ program_name }) => program_name,
        },
        { key: 'shifts', label: t('columnShifts'), render: ({ shifts }) => shifts, align: 'end' },
        {
          key: 'hours',
          label: t('columnHours'),
          render: ({ minutes }) => times.hours(minutes),
          sortBy: ({ minutes }) => minutes,
          align: 'end',
        },
        {
          key: 'verified',
          label: t('columnVerified'),
          render: ({ verified_minutes }) => times.hours(verified_minutes),
          align: 'end',
        },
      ]}
    />
  );
}

interface HoursLetterProps {
  readonly organizationId: number;
  readonly name: string;
}

/** A page to print. It needs the session, so it is fetched and then shown in a new tab. */
function HoursLetter({ organizationId, name }: HoursLetterProps) {
  const t = useTranslations('hours');
  const letter = useTask(
    async (tab: Window | null) => {
      const response = await fetchFile('/api/v1/me/hours/letter', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ organization_id: organizationId }),
      });
      showFile(await response.blob(), tab);
    },
    { onError: (_error, tab) => tab?.close() },
  );
  return (
    <div>
      <Problem error={letter.error} />
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        loading={letter.isPending}
        // The tab must be opened by the tap itself, or the browser takes it for an advertisement.
        onClick={() => letter.mutate(window.open('', '_blank'))}
      >
        {t('letter', { organization: name })}
      </Button>
    </div>
  );
}
