import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Day, dayMinutes, monthOf, plusDays } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import calendar from '../calendar.module.css';
import type { Shift } from '../shift.ts';
import { staffOf } from '../spots.ts';
import type { Moving } from './editor.ts';
import type { Placed } from './layout.ts';
import { movingOf } from './move.ts';
import { type BlockContext, ShiftBlock } from './shift-block.tsx';
import { useShownDays } from './shown-days.ts';
import { dayAt, useMover } from './use-mover.ts';
import { useRoving } from './use-roving.ts';
import { useStable } from './use-stable.ts';
import type { ViewProps } from './view.ts';

interface MonthGridProps extends ViewProps {
  readonly day: Day;
  readonly name: string;
}

const mostEntries = 3;
const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const inMinutes = Object.fromEntries(Object.entries(arrows).map(([key, days]) => [key, days * dayMinutes]));

export function MonthGrid({
  days,
  shifts,
  today,
  zone,
  editor,
  mineOf,
  openDay: open,
  statusOf,
  day,
  name,
}: MonthGridProps) {
  const t = useTranslations('shifts.calendar');
  const firstWeekday = useFirstWeekday();
  const weeks = useMemo(() => monthOf(day, firstWeekday), [day, firstWeekday]);
  const [at, setAt] = useState(day);
  const table = useRef<HTMLTableElement>(null);
  const all = new Set(weeks.flat());
  const stop = all.has(at) ? at : day;
  const go = (event: KeyboardEvent) => {
    const next = plusDays(stop, arrows[event.key] ?? 0);
    if (arrows[event.key] === undefined || !all.has(next)) return;
    event.preventDefault();
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const [first = day, last = first] = [days[0], days.at(-1)];
  const { state, handlers } = useMover({
    editor,
    first,
    last,
    locate: dayAt,
    keys: inMinutes,
    hasHours: false,
  });
  const { moving, refusal } = state;
  const shown = useShownDays(shifts, moving?.move);
  const roving = useRoving(table);
  const { openDay } = useStable({ openDay: open });
  const context = useMemo(
    (): BlockContext => ({ editor, handlers, roving, mineOf, zone }),
    [editor, handlers, roving, mineOf, zone],
  );
  return (
    <>
      {statusOf?.(state)}
      <table
        ref={table}
        className={calendar['month']}
        aria-label={t('grid', { month: name })}
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
      >
        <Weekdays week={weeks[0] ?? []} />
        <tbody onKeyDown={go}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <MonthDay
                  key={one}
                  day={one}
                  placed={shown.get(one) ?? none}
                  isOther={one.slice(0, 7) !== day.slice(0, 7)}
                  isToday={one === today}
                  isStop={one === stop}
                  context={context}
                  moving={has(shown.get(one), moving) ? moving : undefined}
                  isRefused={refusal !== undefined && has(shown.get(one), moving)}
                  stopAt={setAt}
                  openDay={openDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {editor === undefined && <p className={calendar['hint']}>{t('hint')}</p>}
    </>
  );
}

const Weekdays = memo(function Weekdays({ week }: { readonly week: readonly Day[] }) {
  const times = useTimes();
  return (
    <thead>
      <tr>
        {week.map((one) => (
          <th key={one} scope="col">
            <abbr title={times.formatDay('longWeekday', one)} style={{ textDecoration: 'none' }}>
              {times.formatDay('weekday', one)}
            </abbr>
          </th>
        ))}
      </tr>
    </thead>
  );
});

const none: readonly Placed<Shift>[] = [];
const has = (placed: readonly Placed<Shift>[] = none, moving: Moving | undefined) =>
  moving !== undefined && placed.some(({ shift }) => shift.id === moving.move.shift.id);

const isShort = ({ shift }: Placed<Shift>) => staffOf(shift).isUnder;

interface MonthDayProps {
  readonly day: Day;
  readonly placed: readonly Placed<Shift>[];
  readonly isOther: boolean;
  readonly isToday: boolean;
  /** The one that the Tab key reaches. */
  readonly isStop: boolean;
  readonly context: BlockContext;
  readonly moving: Moving | undefined;
  readonly isRefused: boolean;
  readonly stopAt: (day: Day) => void;
  readonly openDay: (day: Day) => void;
}

const MonthDay = memo(function MonthDay(props: MonthDayProps) {
  const { day, placed, isOther, isToday, isStop, context, moving, isRefused, stopAt, openDay } = props;
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const movedId = moving?.move.shift.id;
  // What is moved is always to be seen.
  const ordered = [...placed].sort((a, b) => Number(b.shift.id === movedId) - Number(a.shift.id === movedId));
  const rest = ordered.slice(mostEntries);
  const isUnder = placed.some(isShort);
  const isRestUnder = rest.some(isShort);
  return (
    <td
      data-cell={day}
      data-other={isOther || undefined}
      onPointerDown={(event) => event.target === event.currentTarget && context.handlers?.make(event)}
    >
      <button
        type="button"
        className={calendar['date']}
        data-day={day}
        data-today={isToday || undefined}
        tabIndex={isStop ? 0 : -1}
        aria-label={[
          times.formatDay('longDay', day),
          t('count', { count: placed.length }),
          ...(isUnder ? [t('legend.understaffed')] : []),
        ].join(', ')}
        {...(isToday && { 'aria-current': 'date' as const })}
        onFocus={() => stopAt(day)}
        onClick={() => openDay(day)}
      >
        {Number(day.slice(8))}
      </button>
      <div className={calendar['entries']}>
        {ordered.slice(0, mostEntries).map(({ shift }) => (
          <ShiftBlock
            key={shift.id}
            shift={shift}
            day={day}
            context={context}
            form="small"
            moving={movingOf(shift, moving?.move, isRefused)}
          />
        ))}
        {rest.length > 0 && (
          <button
            type="button"
            className={calendar['rest']}
            data-under={isRestUnder || undefined}
            onClick={() => openDay(day)}
          >
            {t('more', { count: rest.length })}
            {isRestUnder && <span className="only-read-aloud">, {t('legend.understaffed')}</span>}
          </button>
        )}
      </div>
      {placed.length > 0 && (
        <span
          className={calendar['dots']}
          aria-hidden
          data-under={isUnder || undefined}
          data-mine={placed.some(({ shift }) => context.mineOf(shift) !== undefined) || undefined}
        />
      )}
    </td>
  );
});
