import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { type Day, dayMinutes, wallOfDay } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import type { Shift } from '../shift.ts';
import { staffOf } from '../spots.ts';
import classes from './grid.module.css';
import type { Rest } from './layout.ts';

interface StackHeadProps {
  readonly day: Day;
  readonly from: number;
  readonly to: number;
  readonly style: CSSProperties;
}

/** The time of the shifts below it. Each of them says it too, to those who listen. */
export function StackHead({ day, from, to, style }: StackHeadProps) {
  return (
    <div className={classes['stackHead']} style={style} aria-hidden>
      {useWallText(day)(from, to)}
    </div>
  );
}

interface RestOfStackProps {
  readonly day: Day;
  readonly rest: Rest<Shift>;
  readonly style: CSSProperties;
  readonly open: (day: Day) => void;
}

/** Shifts that have no space in the week: the day shows them. */
export function RestOfStack({ day, rest: { from, to, shifts, isAll }, style, open }: RestOfStackProps) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const count = t(isAll ? 'count' : 'more', { count: shifts.length });
  const isUnder = shifts.some((shift) => staffOf(shift).isUnder);
  const when = useWallText(day)(from, to);
  return (
    <button
      type="button"
      className={classes['rest']}
      style={style}
      data-under={isUnder || undefined}
      aria-label={[
        count,
        times.formatDay('longDay', day),
        when,
        ...(isUnder ? [t('legend.understaffed')] : []),
      ].join(', ')}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => open(day)}
    >
      {count}
    </button>
  );
}

/** From when to when, on the clock of the grid. */
function useWallText(day: Day) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const midnight = wallOfDay(day);
  return (from: number, to: number): string => {
    const [start, end] = [from - midnight, to - midnight];
    if (start < 0) return t('until', { time: times.clock(end % dayMinutes) });
    return end > dayMinutes ? times.clock(start) : times.clockRange(start, end);
  };
}
