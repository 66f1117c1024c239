import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OwnShifts, OwnStatus } from '../../api/own-shifts.ts';
import { type Day, monthOf, plusDays, shiftDays } from '../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../time/hooks.ts';
import classes from './calendar.module.css';
import type { Shift } from './calendar-shifts.ts';
import { spotsOf } from './spots.ts';
import { useSpotsText } from './spots-left.tsx';

export interface CalendarProps {
  readonly byDay: ReadonlyMap<Day, readonly Shift[]>;
  readonly own: OwnShifts;
  readonly today: Day;
}

interface MonthGridProps extends CalendarProps {
  readonly day: Day;
  readonly name: string;
  readonly open: (day: Day) => void;
}

const mostEntries = 3;
const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export function MonthGrid({ byDay, own, today, day, name, open }: MonthGridProps) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const weeks = monthOf(day, useFirstWeekday());
  const [at, setAt] = useState(day);
  const table = useRef<HTMLTableElement>(null);
  const shown = new Set(weeks.flat());
  const stop = shown.has(at) ? at : day;
  const move = (event: KeyboardEvent) => {
    const next = plusDays(stop, arrows[event.key] ?? 0);
    if (arrows[event.key] === undefined || !shown.has(next)) return;
    event.preventDefault();
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const long = (one: Day) => times.formatDay('longDay', one);
  return (
    <>
      <table ref={table} className={classes['month']} aria-label={t('grid', { month: name })}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col">
                <abbr title={times.formatDay('longWeekday', one)} style={{ textDecoration: 'none' }}>
                  {times.formatDay('weekday', one)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => {
                const shifts = byDay.get(one) ?? [];
                const rest = shifts.length - mostEntries;
                return (
                  <td key={one} data-other={one.slice(0, 7) !== day.slice(0, 7) || undefined}>
                    <button
                      type="button"
                      className={classes['date']}
                      data-day={one}
                      data-today={one === today || undefined}
                      tabIndex={one === stop ? 0 : -1}
                      aria-label={`${long(one)}, ${t('count', { count: shifts.length })}`}
                      {...(one === today && { 'aria-current': 'date' as const })}
                      onFocus={() => setAt(one)}
                      onClick={() => open(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                    <div className={classes['entries']}>
                      {shifts.slice(0, mostEntries).map((shift) => (
                        <CalendarEntry key={shift.id} shift={shift} day={one} mine={own.get(shift.id)} />
                      ))}
                      {rest > 0 && (
                        <button type="button" className={classes['rest']} onClick={() => open(one)}>
                          {t('more', { count: rest })}
                        </button>
                      )}
                    </div>
                    {shifts.length > 0 && (
                      <span
                        className={classes['dots']}
                        aria-hidden
                        data-mine={shifts.some(({ id }) => own.has(id)) || undefined}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['hint']}>{t('hint')}</p>
    </>
  );
}

interface CalendarEntryProps {
  readonly shift: Shift;
  /** The day of the cell: a shift over midnight, or for days, stands on each of them. */
  readonly day: Day;
  readonly mine: OwnStatus | undefined;
  /** With the location and the spots left, if they fit. */
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
