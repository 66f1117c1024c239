import { useTranslations } from 'use-intl';
import { type Day, weekOf } from '../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../time/hooks.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/states.tsx';
import board from './board.module.css';
import classes from './calendar.module.css';
import type { CalendarProps } from './month-grid.tsx';
import { ShiftRow } from './shift-row.tsx';

interface DayAgendaProps extends CalendarProps {
  readonly day: Day;
  readonly choose: (day: Day) => void;
}

/** One day as a list, with its week above to jump in. */
export function DayAgenda({ byDay, own, today, day, choose }: DayAgendaProps) {
  const t = useTranslations('shifts.calendar');
  const common = useTranslations('common.action');
  const times = useTimes();
  const first = useFirstWeekday();
  const shifts = byDay.get(day) ?? [];
  return (
    <>
      <div className={classes['strip']}>
        {weekOf(day, first).map((one) => (
          <button
            key={one}
            type="button"
            className={classes['stripDay']}
            data-today={one === today || undefined}
            {...(one === day && { 'aria-current': 'date' as const })}
            onClick={() => choose(one)}
          >
            <span aria-hidden>{times.formatDay('weekday', one)}</span>
            <strong aria-hidden>{Number(one.slice(8))}</strong>
            <span className="only-read-aloud">{times.formatDay('longDay', one)}</span>
          </button>
        ))}
      </div>
      {shifts.length === 0 ? (
        <EmptyState
          title={t('none')}
          text={t('noneText')}
          action={<ButtonLink to="/">{common('toBoard')}</ButtonLink>}
        />
      ) : (
        <ul className={board['list']}>
          {shifts.map((shift) => (
            <ShiftRow key={shift.id} shift={shift} day={day} mine={own.get(shift.id)} />
          ))}
        </ul>
      )}
    </>
  );
}
