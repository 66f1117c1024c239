import { useTranslations } from 'use-intl';
import { deviceZone, useTimes } from '../i18n/times.ts';
import classes from './shift-time.module.css';

export interface ShiftTimeProps {
  readonly start: string;
  readonly end: string;
  /** The zone of the shift: what clocks show where it happens. */
  readonly zone: string;
  /** `time` where the day stands in a heading above; `day` with the day. */
  readonly as?: 'day' | 'time';
}

/** When a shift is, as clocks there show it; the reader's own clock stands beside it where they differ. */
export function ShiftTime({ start, end, zone, as = 'day' }: ShiftTimeProps) {
  const t = useTranslations('common.time');
  const times = useTimes();
  const clock = (at: string) => `${times.format('time', start, at)} – ${times.format('time', end, at)}`;
  const isOtherDay = times.dayKey(start, zone) !== times.dayKey(start, deviceZone);
  const there = as === 'time' ? clock(zone) : times.range('moment', start, end, zone);
  const here = isOtherDay ? times.range('moment', start, end, deviceZone) : clock(deviceZone);
  return (
    <span className={classes['times']}>
      <time dateTime={start} className={classes['there']}>
        {there}
      </time>
      {clock(zone) !== clock(deviceZone) && (
        <span className={classes['here']}>{t('yours', { time: here })}</span>
      )}
    </span>
  );
}
