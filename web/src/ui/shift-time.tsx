import { useTranslations } from 'use-intl';
import { dayKey, deviceZone } from '../time/calendar.ts';
import { useTimes } from '../time/hooks.ts';
import classes from './shift-time.module.css';

export interface ShiftTimeProps {
  readonly start: string;
  readonly end: string;
  /** The zone of the shift: what clocks show where it happens. */
  readonly zone: string;
  /** The day in the heading above, as 2026-11-14: it is not repeated. */
  readonly under?: string | undefined;
}

/** When a shift is, in its own time zone; the reader's time is added where it differs. */
export function ShiftTime({ start, end, zone, under }: ShiftTimeProps) {
  const t = useTranslations('common.time');
  const times = useTimes();
  const there = times.span(start, end, zone, under);
  // Beside the times at the place, the day is said where it is another one here.
  const here = times.span(start, end, deviceZone, dayKey(start, zone));
  const isElsewhere =
    times.range('moment', start, end, zone) !== times.range('moment', start, end, deviceZone);
  return (
    <span className={classes['times']}>
      <time dateTime={start} className={classes['there']}>
        {there}
      </time>
      {isElsewhere && <span className={classes['here']}>{t('yours', { time: here })}</span>}
    </span>
  );
}
