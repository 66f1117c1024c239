import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Day } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import classes from '../calendar.module.css';
import { type CalendarView, step } from '../calendar-days.ts';

interface DayBarProps {
  readonly view: CalendarView;
  readonly day: Day;
  readonly today: Day;
  readonly go: (day: Day) => void;
  readonly name: string;
  readonly children?: ReactNode;
}

/** Which days are shown, and the way to others. */
export function DayBar({ view, day, today, go, name, children }: DayBarProps) {
  const t = useTranslations('shifts.calendar');
  return (
    <div className={classes['bar']}>
      <div className={classes['steps']}>
        <ActionIcon variant="default" aria-label={t('previous')} onClick={() => go(step(view, day, -1))}>
          <IconChevronLeft aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => go(today)}>
          {t('today')}
        </Button>
        <ActionIcon variant="default" aria-label={t('next')} onClick={() => go(step(view, day, 1))}>
          <IconChevronRight aria-hidden />
        </ActionIcon>
      </div>
      <h2 className={classes['name']} aria-live="polite">
        {name}
      </h2>
      {children}
    </div>
  );
}

export function useDaysName(view: CalendarView, days: readonly Day[], day: Day): string {
  const times = useTimes();
  if (view === 'month') return times.formatDay('month', day);
  if (view === 'day') return times.formatDay('longDayAndYear', day);
  return times.rangeOfDays('dayAndYear', days[0] ?? day, days.at(-1) ?? day);
}
