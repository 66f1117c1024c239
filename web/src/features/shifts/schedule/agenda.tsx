import { useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { dayMinutes } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import calendar from '../calendar.module.css';
import { movingOf } from './move.ts';
import { NewShiftButton } from './new-shift-button.tsx';
import classes from './schedule.module.css';
import { type BlockContext, ShiftBlock } from './shift-block.tsx';
import { useShownDays } from './shown-days.ts';
import { dayAt, useMover } from './use-mover.ts';
import { useRoving } from './use-roving.ts';
import type { ViewProps } from './view.ts';

const keys = { ArrowUp: -dayMinutes, ArrowDown: dayMinutes };

/** Day after day as lists: a week on a phone. */
export function Agenda({ days, shifts, today, zone, editor, mineOf, statusOf }: ViewProps) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const list = useRef<HTMLDivElement>(null);
  const [first = today, last = first] = [days[0], days.at(-1)];
  const { state, handlers } = useMover({
    editor,
    first,
    last,
    locate: dayAt,
    keys,
    hasHours: false,
  });
  const { moving, refusal } = state;
  const shown = useShownDays(shifts, moving?.move);
  const roving = useRoving(list);
  const context = useMemo(
    (): BlockContext =>
      editor === undefined ? { editor, mineOf, zone } : { editor, mineOf, zone, handlers, roving },
    [editor, mineOf, zone, handlers, roving],
  );
  return (
    <>
      {statusOf?.(state)}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the shifts inside */}
      <div ref={list} className={calendar['week']} onFocus={roving.onFocus} onBlur={roving.onBlur}>
        {days.map((day) => {
          const placed = shown.get(day) ?? [];
          return (
            <section key={day} className={calendar['column']} data-cell={day} aria-labelledby={`week-${day}`}>
              <div className={classes['agendaHead']} data-today={day === today || undefined}>
                <h3 id={`week-${day}`}>{times.formatDay('day', day)}</h3>
                <NewShiftButton
                  editor={editor}
                  label={t('newOn', { day: times.formatDay('longDay', day) })}
                  day={day}
                />
              </div>
              {placed.length === 0 && <p className={calendar['nothing']}>{t('count', { count: 0 })}</p>}
              {placed.map(({ shift }) => (
                <ShiftBlock
                  key={shift.id}
                  shift={shift}
                  day={day}
                  context={context}
                  moving={movingOf(shift, moving?.move, refusal !== undefined)}
                />
              ))}
            </section>
          );
        })}
      </div>
    </>
  );
}
