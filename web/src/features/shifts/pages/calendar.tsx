import { Alert, SegmentedControl, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../../../api/me.ts';
import { useOwnShifts } from '../../../api/my-registrations.ts';
import type { OwnShifts } from '../../../api/own-shifts.ts';
import { type Day, deviceZone, shiftDays, weekOf } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes, useToday } from '../../../time/hooks.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import board from '../board.module.css';
import classes from '../calendar.module.css';
import { type CalendarSearch, type CalendarView, calendarViews, daysShown } from '../calendar-days.ts';
import { useCalendarShifts } from '../calendar-shifts.ts';
import { without } from '../filters.ts';
import { Agenda } from '../schedule/agenda.tsx';
import { DayBar, useDaysName } from '../schedule/day-bar.tsx';
import { Legend } from '../schedule/legend.tsx';
import { MonthGrid } from '../schedule/month-grid.tsx';
import { TimeGrid } from '../schedule/time-grid.tsx';
import { useDrawn } from '../schedule/use-drawn.ts';
import { PickBar, PickButton, PickingContext, usePicking } from '../several/picking.tsx';
import type { Shift } from '../shift.ts';
import { ShiftFilters, useShownOrganization } from '../shift-filters.tsx';
import { ShiftRow } from '../shift-row.tsx';
import { isFound } from '../spots.ts';

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
  const first = useFirstWeekday();
  const days = useMemo(() => daysShown(view, day, first), [view, day, first]);
  const own = useOwnShifts();
  const control = usePicking();
  const { query, isCut } = useCalendarShifts(days, search);
  const shifts = useMemo(
    () =>
      query.data?.filter((shift) => (!search.own || own.has(shift.id)) && isFound(shift, search.staffing)),
    [query.data, search.own, search.staffing, own],
  );
  const mineOf = useCallback((shift: Shift) => own.get(shift.id), [own]);
  // Back leads to the days that were shown before, and not through every filter.
  const isSameTime = ({ view, day }: CalendarSearch) => view === search.view && day === search.day;
  const change = (next: CalendarSearch) =>
    void navigate({ search: next, replace: isSameTime(next), resetScroll: false });
  const show = (to: CalendarSearch) => change({ ...search, view, day, ...to });
  const openDay = (one: Day) => show({ view: 'day', day: one });
  const name = useDaysName(view, days, day);
  const drawn = useDrawn(view, days, day, name, shifts);
  const shared = { days: drawn.days, today, zone: deviceZone, editor: undefined, mineOf, openDay };
  return (
    <Page
      title={t('calendar.page')}
      lead={t('calendar.lead')}
      width="wide"
      actions={<PickButton {...control} />}
    >
      <ShiftFilters
        search={search}
        change={change}
        clear={() => change({ view, day })}
        organizationId={useShownOrganization(query.data)}
        isFiltered={search.own === true}
        switches={<OwnSwitch search={search} change={change} />}
      />
      <KeepFocus>
        <DayBar view={view} day={day} today={today} go={(to) => show({ day: to })} name={name}>
          <SegmentedControl
            size="lg"
            aria-label={t('calendar.view')}
            value={view}
            data={calendarViews.map((value) => ({ value, label: t(`calendar.${value}`) }))}
            onChange={(value) => show({ view: value as CalendarView })}
          />
        </DayBar>
        {isCut && (
          <Alert mb="md">{t(view === 'month' ? 'calendar.tooManyOfMonth' : 'calendar.tooMany')}</Alert>
        )}
        <PickingContext value={control.picking}>
          {query.isError && shifts === undefined ? (
            <ErrorState error={query.error} retry={() => void query.refetch()} />
          ) : shifts === undefined || drawn.shifts === undefined ? (
            <ListSkeleton />
          ) : drawn.view === 'month' ? (
            <MonthGrid {...shared} shifts={drawn.shifts} day={drawn.day} name={drawn.name} />
          ) : view === 'day' && isPhone ? (
            <DayAgenda
              shifts={shifts}
              own={own}
              today={today}
              day={day}
              choose={(one) => show({ day: one })}
            />
          ) : isPhone ? (
            <Agenda {...shared} shifts={drawn.shifts} />
          ) : (
            <TimeGrid {...shared} shifts={drawn.shifts} />
          )}
        </PickingContext>
      </KeepFocus>
      <Legend />
      <PickBar {...control} />
    </Page>
  );
}

interface OwnSwitchProps {
  readonly search: CalendarSearch;
  readonly change: (search: CalendarSearch) => void;
}

function OwnSwitch({ search, change }: OwnSwitchProps) {
  const t = useTranslations('shifts.calendar');
  const isPerson = useIsPerson();
  if (!isPerson) return null;
  return (
    <Switch
      label={t('own')}
      checked={search.own === true}
      onChange={({ currentTarget: { checked } }) => change(without({ ...search, own: checked || undefined }))}
    />
  );
}

interface DayAgendaProps {
  readonly shifts: readonly Shift[];
  readonly own: OwnShifts;
  readonly today: Day;
  readonly day: Day;
  readonly choose: (day: Day) => void;
}

/** One day as a list, with its week above to jump in. */
function DayAgenda({ shifts: all, own, today, day, choose }: DayAgendaProps) {
  const t = useTranslations('shifts.calendar');
  const common = useTranslations('common.action');
  const times = useTimes();
  const first = useFirstWeekday();
  const shifts = all.filter((shift) => shiftDays(shift).includes(day));
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
