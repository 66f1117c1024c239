import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../components/links.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFirstWeekday, useTimes } from '../../i18n/times.ts';
import board from './board.module.css';
import classes from './calendar.module.css';
import { type Day, weekOf } from './calendar-days.ts';
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
  const at = (one: Day) => new Date(`${one}T12:00:00Z`);
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
            <span aria-hidden>{times.format('weekday', at(one), 'UTC')}</span>
            <strong aria-hidden>{Number(one.slice(8))}</strong>
            <span className="only-read-aloud">{times.format('longDay', at(one), 'UTC')}</span>
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
