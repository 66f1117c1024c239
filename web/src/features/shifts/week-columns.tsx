import { useTranslations } from 'use-intl';
import type { Day } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from './calendar.module.css';
import { CalendarEntry } from './calendar-entry.tsx';
import type { CalendarProps } from './month-grid.tsx';

/** Seven days side by side, or below each other where there is no room. */
export function WeekColumns({ byDay, own, today, days }: CalendarProps & { readonly days: readonly Day[] }) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  return (
    <div className={classes['week']}>
      {days.map((day) => {
        const shifts = byDay.get(day) ?? [];
        return (
          <section key={day} className={classes['column']} aria-labelledby={`week-${day}`}>
            <h3 id={`week-${day}`} className={classes['columnName']} data-today={day === today || undefined}>
              {times.formatDay('day', day)}
            </h3>
            {shifts.length === 0 && <p className={classes['nothing']}>{t('count', { count: 0 })}</p>}
            {shifts.map((shift) => (
              <CalendarEntry key={shift.id} shift={shift} day={day} mine={own.get(shift.id)} isFull />
            ))}
          </section>
        );
      })}
    </div>
  );
}
