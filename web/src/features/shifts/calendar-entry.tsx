import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { OwnStatus } from '../../api/own-shifts.ts';
import { type Day, shiftDays } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from './calendar.module.css';
import type { Shift } from './calendar-shifts.ts';
import { useSpotsText } from './seats.tsx';
import { spotsOf } from './spots.ts';

interface CalendarEntryProps {
  readonly shift: Shift;
  /** The day of the cell: a shift over midnight, or for days, stands on each of them. */
  readonly day: Day;
  readonly mine: OwnStatus | undefined;
  /** With the place and the free seats, where there is room for them. */
  readonly isFull?: boolean;
}

/** A shift in a cell of the calendar. */
export function CalendarEntry({ shift, day, mine, isFull = false }: CalendarEntryProps) {
  const t = useTranslations('shifts.calendar');
  const board = useTranslations('shifts.board');
  const times = useTimes();
  const spots = spotsOf(shift);
  const spotsText = useSpotsText();
  const { start_time: start, end_time: end, time_zone: zone } = shift;
  const days = shiftDays(shift);
  const clock =
    day === days[0]
      ? times.format('time', start, zone)
      : day === days.at(-1)
        ? t('until', { time: times.format('time', end, zone) })
        : t('allDay');
  return (
    <Link
      to="/shifts/$id"
      params={{ id: String(shift.id) }}
      className={classes['entry']}
      data-mine={mine}
      data-full={spots.kind === 'full' || spots.kind === 'waitlist' || undefined}
    >
      <span className={classes['clock']}>{clock}</span> {shift.title || board('untitled')}
      {isFull && (
        <span className={classes['more']}>
          {shift.location}
          {shift.location !== '' && ' · '}
          {spotsText(spots)}
        </span>
      )}
      {mine !== undefined && (
        <span className={isFull ? classes['mine'] : 'only-read-aloud'}> {board(`mineStatus.${mine}`)}</span>
      )}
    </Link>
  );
}
