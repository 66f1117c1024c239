import type { ReactNode } from 'react';
import { plusMonths } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from './hours-chart.module.css';

interface Month {
  /** 2026-11 */
  readonly month: string;
  readonly minutes: number;
  /** The part of them that someone has confirmed, where that is shown. */
  readonly verified_minutes?: number;
}

interface HoursChartProps {
  readonly label: string;
  readonly items: readonly Month[];
  readonly mostMonths?: number;
  /** A month in words, for those who do not see the bars. */
  readonly say: (name: string, month: Month) => string;
  /** What the two parts of a bar are called. */
  readonly legend?: readonly [verified: string, open: string];
}

/**
 * Hours by month as bars, drawn by hand: the chart library that drew them before was 98 KB of compressed script, more
 * than any page.
 */
export function HoursChart({ label, items, mostMonths = 12, say, legend }: HoursChartProps) {
  const times = useTimes();
  const months = lastMonths(items, mostMonths);
  const highest = Math.max(...months.map(({ minutes }) => minutes), 1);
  const height = (minutes: number) => ({ blockSize: `${Math.round((9 * 16 * minutes) / highest)}px` });
  return (
    <div className={classes['chart']}>
      <ol className={classes['months']} aria-label={label}>
        {months.map((one) => {
          const { month, minutes, verified_minutes: verified = minutes } = one;
          const name = times.formatDay('month', `${month}-15`);
          return (
            <li key={month} className={classes['month']}>
              <span className="only-read-aloud">{say(name, one)}</span>
              <span className={classes['hours']} aria-hidden>
                {minutes > 0 ? times.hours(minutes) : ''}
              </span>
              <span className={classes['bar']} style={height(minutes)} aria-hidden>
                <span className={classes['verified']} style={height(verified)} />
              </span>
              <span className={classes['name']} aria-hidden>
                {times.formatDay('shortMonth', `${month}-15`)}
              </span>
            </li>
          );
        })}
      </ol>
      {legend !== undefined && (
        <div className={classes['legend']} aria-hidden>
          <Key className={classes['verified']}>{legend[0]}</Key>
          <Key className={classes['bar']}>{legend[1]}</Key>
        </div>
      )}
    </div>
  );
}

function Key({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes['key']}>
      <span className={className} />
      {children}
    </span>
  );
}

/** Every month from the first with hours to the last, also those without any. */
function lastMonths(items: readonly Month[], most: number): Month[] {
  const sums = new Map<string, Month>();
  for (const { month, minutes, verified_minutes } of items) {
    const key = month.slice(0, 7);
    const before = sums.get(key);
    sums.set(key, {
      month: key,
      minutes: (before?.minutes ?? 0) + minutes,
      ...(verified_minutes !== undefined && {
        verified_minutes: (before?.verified_minutes ?? 0) + verified_minutes,
      }),
    });
  }
  const keys = [...sums.keys()].sort();
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: Month[] = [];
  for (let key = last; key >= first && months.length < most; key = plusMonths(`${key}-01`, -1).slice(0, 7))
    months.unshift(sums.get(key) ?? { month: key, minutes: 0 });
  return months;
}
