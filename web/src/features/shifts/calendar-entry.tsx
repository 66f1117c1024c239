import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../i18n/times.ts';
import classes from './calendar.module.css';
import type { Shift } from './calendar-shifts.ts';
import type { OwnStatus } from './own-shifts.ts';
import { useSpotsText } from './seats.tsx';
import { spotsOf } from './spots.ts';

interface CalendarEntryProps {
  readonly shift: Shift;
  readonly mine: OwnStatus | undefined;
  /** With the place and the free seats, where there is room for them. */
  readonly isFull?: boolean;
}

/** A shift in a cell of the calendar. */
export function CalendarEntry({ shift, mine, isFull = false }: CalendarEntryProps) {
  const board = useTranslations('board');
  const times = useTimes();
  const spots = spotsOf(shift);
  const spotsText = useSpotsText();
  return (
    <Link
      to="/shifts/$id"
      params={{ id: String(shift.id) }}
      className={classes['entry']}
      data-mine={mine}
      data-full={spots.kind === 'full' || spots.kind === 'waitlist' || undefined}
    >
      <span className={classes['clock']}>{times.format('time', shift.start_time, shift.time_zone)}</span>{' '}
      {shift.title || board('untitled')}
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
