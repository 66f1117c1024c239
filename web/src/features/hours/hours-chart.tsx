import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useTimes } from '../../i18n/times.ts';
import classes from './hours-chart.module.css';

const mostMonths = 12;

/** The last months as bars. Small enough to draw by hand: a chart library would be the largest part of the page. */
export function HoursChart({ items }: Pick<Schemas['MyHours'], 'items'>) {
  const t = useTranslations('hours');
  const times = useTimes();
  const months = lastMonths(items);
  const highest = Math.max(...months.map(({ minutes }) => minutes), 1);
  return (
    <ol className={classes['chart']} aria-label={t('chart')}>
      {months.map(({ month, minutes }) => {
        const name = times.format('month', `${month}-15T12:00:00Z`, 'UTC');
        return (
          <li key={month} className={classes['month']}>
            <span className="only-read-aloud">
              {t('month', { month: name, hours: times.hours(minutes) })}
            </span>
            <span className={classes['hours']} aria-hidden>
              {minutes > 0 ? times.hours(minutes) : ''}
            </span>
            <span
              className={classes['bar']}
              style={{ blockSize: `${Math.round((9 * 16 * minutes) / highest)}px` }}
              aria-hidden
            />
            <span className={classes['name']} aria-hidden>
              {name.slice(0, 3)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface Month {
  /** 2026-11 */
  readonly month: string;
  readonly minutes: number;
}

/** Every month from the first with hours to the last, also those without any, at most a year. */
export function lastMonths(items: readonly Month[]): Month[] {
  const sums = new Map<string, number>();
  for (const { month, minutes } of items) {
    const key = month.slice(0, 7);
    sums.set(key, (sums.get(key) ?? 0) + minutes);
  }
  const keys = [...sums.keys()].sort();
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: Month[] = [];
  for (let key = last; key >= first && months.length < mostMonths; key = monthBefore(key))
    months.unshift({ month: key, minutes: sums.get(key) ?? 0 });
  return months;
}

function monthBefore(key: string): string {
  const [year = 0, month = 1] = key.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}
