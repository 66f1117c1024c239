import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../i18n/times.ts';
import classes from './calendar.module.css';
import type { Shift } from './calendar-shifts.ts';

interface CalendarEntryProps {
  readonly shift: Shift;
  readonly isMine: boolean;
  /** With the place and the free seats, where there is room for them. */
  readonly isFull?: boolean;
}

/** A shift in a cell of the calendar. */
export function CalendarEntry({ shift, isMine, isFull = false }: CalendarEntryProps) {
  const t = useTranslations('shift.calendar');
  const board = useTranslations('board');
  const times = useTimes();
  const left = shift.spots_left;
  return (
    <Link
      to="/shifts/$id"
      params={{ id: String(shift.id) }}
      className={classes['entry']}
      data-mine={isMine || undefined}
      data-full={left === 0 || undefined}
    >
      <span className={classes['clock']}>{times.format('time', shift.start_time, shift.time_zone)}</span>{' '}
      {shift.title || board('untitled')}
      {isFull && (
        <span className={classes['more']}>
          {shift.location}
          {shift.location !== '' && ' · '}
          {left === null ? board('unlimited') : left === 0 ? board('full') : board('spots', { count: left })}
        </span>
      )}
      {isMine && <span className={isFull ? classes['mine'] : 'only-read-aloud'}> {t('mine')}</span>}
    </Link>
  );
}
