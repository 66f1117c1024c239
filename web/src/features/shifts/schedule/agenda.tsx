import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { wallOfDay } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import calendar from '../calendar.module.css';
import classes from './schedule.module.css';
import { type BlockContext, ShiftBlock } from './shift-block.tsx';
import { useShownDays } from './shown-days.ts';
import type { ViewProps } from './view.ts';

/** Day after day as lists: a week on a phone. */
export function Agenda({ days, shifts, today, editor, mineOf, statusOf }: ViewProps) {
  const t = useTranslations('shifts.calendar');
  const times = useTimes();
  const shown = useShownDays(shifts, undefined);
  const context = useMemo((): BlockContext => ({ editor, mineOf }), [editor, mineOf]);
  return (
    <>
      {statusOf?.({ moving: undefined, refusal: undefined, hasHours: true })}
      <div className={calendar['week']}>
        {days.map((day) => {
          const placed = shown.get(day) ?? [];
          const start = wallOfDay(day);
          return (
            <section key={day} className={calendar['column']} aria-labelledby={`week-${day}`}>
              <div className={classes['agendaHead']} data-today={day === today || undefined}>
                <h3 id={`week-${day}`}>{times.formatDay('day', day)}</h3>
                {editor !== undefined && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('newOn', { day: times.formatDay('longDay', day) })}
                    onClick={() => editor.create(start + 9 * 60, start + 12 * 60)}
                  >
                    <IconPlus size={18} aria-hidden />
                  </ActionIcon>
                )}
              </div>
              {placed.length === 0 && <p className={calendar['nothing']}>{t('count', { count: 0 })}</p>}
              {placed.map(({ shift }) => (
                <ShiftBlock key={shift.id} shift={shift} day={day} context={context} />
              ))}
            </section>
          );
        })}
      </div>
    </>
  );
}
