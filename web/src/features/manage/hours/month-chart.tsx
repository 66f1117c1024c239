import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../i18n/times.ts';
import type { Line } from './hours-table.tsx';

/** Hours by month, verified ones below. The table beneath says the same in numbers. */
export default function MonthChart({ lines }: { readonly lines: readonly Line[] }) {
  const t = useTranslations('manage.hours');
  const times = useTimes();
  const data = lines
    .toSorted((a, b) => (a.month ?? '').localeCompare(b.month ?? ''))
    .map(({ month, minutes, verified_minutes }) => ({
      month: times.format('shortMonth', `${month}-15T12:00:00Z`, 'UTC'),
      verified: Math.round(verified_minutes / 6) / 10,
      open: Math.round((minutes - verified_minutes) / 6) / 10,
    }));
  return (
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
  );
}
