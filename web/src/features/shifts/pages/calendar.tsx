import { ActionIcon, Alert, Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useOwnShifts } from '../../../api/my-registrations.ts';
import { type Day, deviceZone, monthOf, weekOf } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes, useToday } from '../../../time/hooks.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import board from '../board.module.css';
import classes from '../calendar.module.css';
import { type CalendarView, calendarViews, step } from '../calendar-days.ts';
import { useCalendarShifts } from '../calendar-shifts.ts';
import { CalendarEntry, type CalendarProps, MonthGrid } from '../month-grid.tsx';
import { ShiftRow } from '../shift-row.tsx';

const route = getRouteApi('/calendar');

/** Month, week or day. A phone begins with the day: there is no space for more. */
export function CalendarPage() {
  const t = useTranslations('shifts');
  const isPhone = useMediaQuery('(max-width: 47.99em)', true, { getInitialValueInEffect: false });
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = search.view ?? (isPhone ? 'day' : 'month');
  const today = useToday(deviceZone);
  const day = search.day ?? today;
  const show = (to: { view?: CalendarView; day?: Day }) =>
    void navigate({ search: { view, day, ...to }, replace: true, resetScroll: false });
  return (
    <Page title={t('calendar.page')} lead={t('calendar.lead')} width="wide">
      <div className={classes['bar']}>
        <div className={classes['steps']}>
          <ActionIcon
            variant="default"
            aria-label={t('calendar.previous')}
            onClick={() => show({ day: step(view, day, -1) })}
          >
            <IconChevronLeft aria-hidden />
          </ActionIcon>
          <Button variant="default" onClick={() => show({ day: today })}>
            {t('calendar.today')}
          </Button>
          <ActionIcon
            variant="default"
            aria-label={t('calendar.next')}
            onClick={() => show({ day: step(view, day, 1) })}
          >
            <IconChevronRight aria-hidden />
          </ActionIcon>
        </div>
        <SegmentedControl
          size="lg"
          aria-label={t('calendar.view')}
          value={view}
          data={calendarViews.map((value) => ({ value, label: t(`calendar.${value}`) }))}
          onChange={(value) => show({ view: calendarViews.find((one) => one === value) ?? 'month' })}
        />
      </div>
      <Shown view={view} day={day} today={today} show={show} />
    </Page>
  );
}

interface ShownProps {
  readonly view: CalendarView;
  readonly day: Day;
  readonly today: Day;
  readonly show: (to: { view?: CalendarView; day?: Day }) => void;
}

function Shown({ view, day, today, show }: ShownProps) {
  const times = useTimes();
  const t = useTranslations('shifts.calendar');
  const first = useFirstWeekday();
  const days = view === 'month' ? monthOf(day, first).flat() : view === 'week' ? weekOf(day, first) : [day];
  const { query, byDay, isCut } = useCalendarShifts(days);
  const own = useOwnShifts();
  const name =
    view === 'month'
      ? times.formatDay('month', day)
      : view === 'week'
        ? times.rangeOfDays('dayAndYear', days[0] ?? day, days.at(-1) ?? day)
        : times.formatDay('longDay', day);
  const shared = { byDay, own, today };
  return (
    <>
      <h2 className={classes['name']} aria-live="polite">
        {name}
      </h2>
      {isCut && <Alert mb="md">{t(view === 'month' ? 'tooManyOfMonth' : 'tooMany')}</Alert>}
      {query.isError && query.data === undefined ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <ListSkeleton />
      ) : view === 'month' ? (
        <MonthGrid {...shared} day={day} name={name} open={(one) => show({ view: 'day', day: one })} />
      ) : view === 'week' ? (
        <WeekColumns {...shared} days={days} />
      ) : (
        <DayAgenda {...shared} day={day} choose={(one) => show({ day: one })} />
      )}
    </>
  );
}

/** Seven days side by side, or below each other where there is no space. */
function WeekColumns({ byDay, own, today, days }: CalendarProps & { readonly days: readonly Day[] }) {
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

interface DayAgendaProps extends CalendarProps {
  readonly day: Day;
  readonly choose: (day: Day) => void;
}

/** One day as a list, with its week above to jump in. */
function DayAgenda({ byDay, own, today, day, choose }: DayAgendaProps) {
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
