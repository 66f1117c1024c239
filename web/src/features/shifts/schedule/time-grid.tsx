import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type Day, dayMinutes, plusDays, wallOf, wallOfDay } from '../../../time/calendar.ts';
import { useNowMs, useTimes } from '../../../time/hooks.ts';
import type { Shift } from '../shift.ts';
import { AllDay, DayColumn } from './day-column.tsx';
import type { Moving } from './editor.ts';
import classes from './grid.module.css';
import type { Placed } from './layout.ts';
import { NewShiftButton } from './new-shift-button.tsx';
import type { BlockContext } from './shift-block.tsx';
import { useShownDays } from './shown-days.ts';
import { useMover } from './use-mover.ts';
import { useRoving } from './use-roving.ts';
import { useStable } from './use-stable.ts';
import type { ViewProps } from './view.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Where the grid begins when nothing is planned earlier. */
const morning = 7;

/** One day or several beside each other, with the hours down the side. */
export function TimeGrid({ days, shifts, today, zone, editor, mineOf, openDay: open, statusOf }: ViewProps) {
  const times = useTimes();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [first = today, last = first] = [days[0], days.at(-1)];
  const locate = (x: number, y: number) => {
    const columns = [...(body.current?.querySelectorAll('[data-column]') ?? [])];
    const rects = columns.map((column) => column.getBoundingClientRect());
    const at = rects.findIndex(({ left, right }) => x >= left && x < right);
    const rect = rects[at];
    const day = days[at];
    if (rect === undefined || day === undefined) return undefined;
    const minute = ((y - rect.top) / rect.height) * dayMinutes;
    return { wall: wallOfDay(day) + Math.min(dayMinutes - 1, Math.max(0, minute)) };
  };
  const { state, making, handlers } = useMover({
    editor,
    first,
    last,
    locate,
    keys: { ArrowUp: -15, ArrowDown: 15, ArrowLeft: -dayMinutes, ArrowRight: dayMinutes },
  });
  const { moving, refusal } = state;
  const shown = useShownDays(shifts, moving?.move);
  const roving = useRoving(scroller);
  const { openDay } = useStable({ openDay: open });
  const context = useMemo(
    (): BlockContext => ({ editor, handlers, roving, mineOf, zone }),
    [editor, handlers, roving, mineOf, zone],
  );
  useScrollToFirst(scroller, days);
  const nowWall = wallOf(useNowMs(60_000), zone);
  return (
    <>
      {statusOf?.(state)}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the shifts inside */}
      <div
        ref={scroller}
        className={classes['scroller']}
        data-scrolls
        data-days={days.length}
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
      >
        <div className={classes['heads']}>
          <div className={classes['corner']} />
          {days.map((day) => (
            <DayHead
              key={day}
              day={day}
              isToday={day === today}
              isOnly={days.length === 1}
              placed={shown.get(day) ?? none}
              context={context}
              moving={moving}
              openDay={openDay}
            />
          ))}
        </div>
        <div ref={body} className={classes['body']}>
          <div className={classes['hours']} aria-hidden>
            {hours.map((hour) => (
              <span key={hour}>{hour === 0 ? '' : times.clock(hour * 60)}</span>
            ))}
          </div>
          {days.map((day) => (
            <DayColumn
              key={day}
              day={day}
              placed={shown.get(day) ?? none}
              context={context}
              moving={
                shown.get(day)?.some(({ shift }) => shift.id === moving?.move.shift.id) ? moving : undefined
              }
              isRefused={refusal !== undefined}
              making={making !== undefined && isOn(making, day) ? making : undefined}
              nowWall={day === today ? nowWall : undefined}
              isOnly={days.length === 1}
              openDay={openDay}
            />
          ))}
        </div>
      </div>
    </>
  );
}

const none: readonly Placed<Shift>[] = [];
const isOn = ({ from, to }: { from: number; to: number }, day: Day) =>
  from < wallOfDay(plusDays(day, 1)) && to > wallOfDay(day);

interface DayHeadProps {
  readonly day: Day;
  readonly isToday: boolean;
  readonly isOnly: boolean;
  readonly placed: readonly Placed<Shift>[];
  readonly context: BlockContext;
  readonly moving: Moving | undefined;
  readonly openDay: (day: Day) => void;
}

function DayHead({ day, isToday, isOnly, placed, context, moving, openDay }: DayHeadProps) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const { editor } = context;
  return (
    <div className={classes['head']} data-today={isToday || undefined}>
      <h3 id={`day-${day}`}>
        {isOnly ? (
          times.formatDay('day', day)
        ) : (
          <button type="button" className={classes['dayName']} onClick={() => openDay(day)}>
            {times.formatDay('weekday', day)}{' '}
            <span className={classes['date']}>{times.formatDay('shortDay', day)}</span>
          </button>
        )}
      </h3>
      <NewShiftButton
        editor={editor}
        label={t('newOn', { day: times.formatDay('longDay', day) })}
        day={day}
      />
      <AllDay day={day} placed={placed} context={context} moving={moving} isOnly={isOnly} />
    </div>
  );
}

/** Once for every range of days: to the first shift, or to the morning. */
function useScrollToFirst(scroller: RefObject<HTMLDivElement | null>, days: readonly Day[]): void {
  const key = days.join();
  const done = useRef('');
  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (box === null || done.current === key) return;
    done.current = key;
    const tops = [...box.querySelectorAll<HTMLElement>('[data-column] [data-shift]')].map(
      ({ offsetTop }) => offsetTop,
    );
    const column = box.querySelector<HTMLElement>('[data-column]');
    const hour = (column?.offsetHeight ?? 0) / 24;
    // What goes on since the day before says little about where the day begins.
    const later = tops.filter((one) => one > 0);
    const first = Math.min(...(later.length === 0 ? tops : later));
    const top = Math.min(morning * hour, first) - hour / 3;
    // In the evening, it would be below what is shown.
    const isBelow = Number.isFinite(first) && first + hour > top + box.clientHeight - headHeight(box);
    box.scrollTop = isBelow ? first - hour : top;
  }, [scroller, key]);
}

const headHeight = (box: HTMLElement) => (box.firstElementChild as HTMLElement | null)?.offsetHeight ?? 0;
