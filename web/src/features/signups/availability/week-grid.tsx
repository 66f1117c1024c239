import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { weekdaysFrom } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import classes from './week-grid.module.css';
import { type Cell, isCovered, isTouched, paintedBetween, type Stretch, type Week } from './week-windows.ts';

interface WeekGridProps {
  readonly week: Week;
  readonly change: (week: Week) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const hourOf = (hour: number): Stretch => ({ from: hour * 60, until: (hour + 1) * 60 });
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** What a mouse paints: the rectangle from where it was pressed, on the week as it was then. */
interface Stroke {
  readonly week: Week;
  readonly from: Cell;
  readonly isOn: boolean;
}

/** A week by hours. A mouse paints rectangles; fingers and keys switch one after the other. */
export function WeekGrid({ week, change }: WeekGridProps) {
  const t = useTranslations('signups.availability');
  const times = useTimes();
  const [weekdays, shortWeekdays] = [times.weekdays('longWeekday'), times.weekdays('weekday')];
  const order = weekdaysFrom(useFirstWeekday());
  const [at, setAt] = useState<Cell>([0, 9]);
  const table = useRef<HTMLTableElement>(null);
  const painting = usePainting(week, change, order);
  const move = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // Weekdays wrap around, so left of the first column is the last one, wherever weeks begin.
    const next = [(at[0] + step[0] + 7) % 7, (at[1] + step[1] + 24) % 24] as const;
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-at="${next.join(' ')}"]`)?.focus();
  };
  const cell = (day: number, hour: number) => {
    const stretches = week[day] ?? [];
    const isOn = isCovered(stretches, hourOf(hour));
    const { from, until } = hourOf(hour);
    return (
      <button
        type="button"
        className={classes['cell']}
        aria-pressed={isOn}
        aria-label={t('cell', {
          day: weekdays[day] ?? '',
          from: times.clock(from),
          until: times.clock(until),
        })}
        data-part={!isOn && isTouched(stretches, hourOf(hour)) ? 'some' : undefined}
        data-at={`${day} ${hour}`}
        tabIndex={at[0] === day && at[1] === hour ? 0 : -1}
        onFocus={() => setAt([day, hour])}
        onPointerDown={(event) => painting.begin(event, [day, hour], !isOn)}
        onPointerEnter={() => painting.paintTo([day, hour])}
        onClick={() => painting.switchOne([day, hour], !isOn)}
      />
    );
  };
  return (
    <table ref={table} className={classes['grid']} aria-label={t('grid')} onKeyDown={move}>
      <thead>
        <tr>
          <td className={classes['clock']} />
          {order.map((day) => (
            <th key={day} scope="col">
              <abbr title={weekdays[day]} style={{ textDecoration: 'none' }}>
                {shortWeekdays[day]}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row" className={classes['clock']}>
              {times.fullHour(hour)}
            </th>
            {order.map((day) => (
              <td key={day}>{cell(day, hour)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A mouse paints from where it is pressed to where it is released; a finger or a key switches one cell with a click. */
function usePainting(week: Week, change: (week: Week) => void, order: readonly number[]) {
  const stroke = useRef<Stroke>(undefined);
  const wasPainted = useRef(false);
  useEffect(() => {
    // Wherever the mouse is released, also outside of the table.
    const release = () => {
      stroke.current = undefined;
      // The click that follows a press on the same cell is part of the stroke.
      setTimeout(() => {
        wasPainted.current = false;
      });
    };
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, []);
  const paintTo = (to: Cell) => {
    const { current } = stroke;
    if (current !== undefined) change(paintedBetween(current.week, current.from, to, current.isOn, order));
  };
  return {
    begin: ({ pointerType, button }: PointerEvent, from: Cell, isOn: boolean) => {
      if (pointerType !== 'mouse' || button !== 0) return;
      stroke.current = { week, from, isOn };
      wasPainted.current = true;
      paintTo(from);
    },
    paintTo,
    switchOne: (cell: Cell, isOn: boolean) => {
      if (!wasPainted.current) change(paintedBetween(week, cell, cell, isOn));
    },
  };
}
