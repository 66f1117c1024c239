import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../i18n/times.ts';
import type { Line } from './hours-table.tsx';

/** Hours by month, verified ones below; and the same in numbers for those who do not see it. */
export default function MonthChart({ lines }: { readonly lines: readonly Line[] }) {
  const t = useTranslations('manageHours');
  const times = useTimes();
  const data = lines
    .toSorted((a, b) => (a.month ?? '').localeCompare(b.month ?? ''))
    .map(({ month, minutes, verified_minutes }) => ({
      month: times.format('shortMonth', `${month}-15T12:00:00Z`, 'UTC'),
      name: times.format('month', `${month}-15T12:00:00Z`, 'UTC'),
      hours: times.hours(minutes),
      verifiedHours: times.hours(verified_minutes),
      verified: Math.round(verified_minutes / 6) / 10,
      open: Math.round((minutes - verified_minutes) / 6) / 10,
    }));
  return (
    <>
      <MonthTable months={data} />
      <div aria-hidden>
        <BarChart
          h={240}
          data={data}
          dataKey="month"
          type="stacked"
          withLegend
          maxBarWidth={64}
          barChartProps={{ accessibilityLayer: false }}
          series={[
            { name: 'verified', label: t('columns.verified'), color: 'pine.7' },
            { name: 'open', label: t('notVerified'), color: 'clay.3' },
          ]}
        />
      </div>
    </>
  );
}

interface MonthTableProps {
  readonly months: readonly {
    readonly name: string;
    readonly hours: string;
    readonly verifiedHours: string;
  }[];
}

function MonthTable({ months }: MonthTableProps) {
  const t = useTranslations('manageHours');
  return (
    <div className="only-read-aloud">
      <table>
        <caption>{t('byMonth')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('by.month')}</th>
            <th scope="col">{t('columns.hours')}</th>
            <th scope="col">{t('columns.verified')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ name, hours, verifiedHours }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{hours}</td>
              <td>{verifiedHours}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
