import { Alert, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationZone } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { usePrograms } from '../../../api/use-choices.ts';
import { clockOfWall, endOf } from '../../../time/calendar.ts';
import { useFirstWeekday, useToday } from '../../../time/hooks.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { stringifySearch } from '../../../ui/search-text.ts';
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import { daysShown } from '../calendar-days.ts';
import { Agenda } from '../schedule/agenda.tsx';
import { DayBar, useDaysName } from '../schedule/day-bar.tsx';
import type { Editor } from '../schedule/editor.ts';
import { Legend } from '../schedule/legend.tsx';
import { MonthGrid } from '../schedule/month-grid.tsx';
import { MoveStatus } from '../schedule/move-status.tsx';
import { PeoplePanel } from '../schedule/people-panel.tsx';
import { type Grouping, groupings } from '../schedule/rows.ts';
import { useSaveMove } from '../schedule/save-move.tsx';
import classes from '../schedule/schedule.module.css';
import { ShiftPeek } from '../schedule/shift-peek.tsx';
import { TimeGrid } from '../schedule/time-grid.tsx';
import { Timeline } from '../schedule/timeline.tsx';
import { useDrawn } from '../schedule/use-drawn.ts';
import { focusShift } from '../schedule/use-roving.ts';
import { useStable } from '../schedule/use-stable.ts';
import type { MoveState } from '../schedule/view.ts';
import type { Shift } from '../shift.ts';
import type { PlanSearch, PlanView } from './plan-search.ts';
import { type Selection, usePlan } from './use-plan.ts';
import { WeekActions } from './week-actions.tsx';

interface ScheduleProps {
  readonly view: Exclude<PlanView, 'list'>;
  readonly search: PlanSearch;
  readonly change: (search: PlanSearch) => void;
  readonly selection: Selection;
}

const mineOf = () => undefined;

const isFiltered = ({ q, program, staffing, status }: PlanSearch) =>
  [q, program, staffing, status].some((one) => one !== undefined);

/** The shifts of a day, a week or a month, to look at, move and add to. */
export function Schedule({ view, search, change, selection }: ScheduleProps) {
  const t = useTranslations('manageShifts');
  const isPhone = useMediaQuery('(max-width: 47.99em)', true, { getInitialValueInEffect: false });
  const zone = useOrganizationZone();
  const today = useToday(zone);
  const day = search.day ?? today;
  const shownView = view === 'timeline' ? 'day' : view;
  const first = useFirstWeekday();
  const days = useMemo(() => daysShown(shownView, day, first), [shownView, day, first]);
  const { shifts, isCut, error, retry } = usePlan(search, days);
  const [peeked, setPeeked] = useState<Shift>();
  const [staffedId, setStaffed] = useState<number>();
  const staffed = useStaffed(staffedId, shifts);
  const { news, dialog, drop } = useSaveMove();
  const editor = useEditor(drop, setPeeked, { ...search, view, day });
  const name = useDaysName(shownView, days, day);
  const by = search.by ?? 'program';
  const programs = usePrograms().data?.items;
  const { program } = search;
  const names = useMemo(() => {
    const shown = programs?.filter(({ id }) => program === undefined || id === program);
    return new Map(shown?.map((one) => [one.id, one.name]));
  }, [programs, program]);
  // A day with more than it has space for is shown as a timeline.
  const openDay = (one: string) => change({ ...search, view: view === 'day' ? 'timeline' : 'day', day: one });
  const statusOf = (state: MoveState) => <MoveStatus {...state} news={news} />;
  const drawn = useDrawn(view, days, day, name, shifts);
  const shared = { days: drawn.days, today, zone, editor, mineOf, openDay, statusOf };
  return (
    <KeepFocus>
      <section aria-label={t(`views.${view}`)}>
        <DayBar
          view={shownView}
          day={day}
          today={today}
          go={(to) => change({ ...search, day: to })}
          name={name}
        >
          {view === 'timeline' && (
            <SegmentedControl
              size="md"
              aria-label={t('timeline.by')}
              value={by}
              data={groupings.map((value) => ({ value, label: t(`timeline.${value}`) }))}
              onChange={(value) => change({ ...search, by: value as Grouping })}
            />
          )}
          {view === 'week' && (
            <WeekActions
              isPhone={isPhone}
              days={days}
              today={today}
              shifts={shifts ?? []}
              isFiltered={isFiltered(search)}
              show={(to) => change({ ...search, day: to })}
            />
          )}
        </DayBar>
        {isCut && <Alert color="clay">{t('cut')}</Alert>}
        <div className={classes['withPanel']} data-open={staffed !== undefined || undefined}>
          <div>
            {shifts === undefined && error !== null ? (
              <ErrorState error={error} retry={retry} />
            ) : shifts === undefined || drawn.shifts === undefined ? (
              <ListSkeleton />
            ) : drawn.view === 'month' ? (
              <MonthGrid {...shared} shifts={drawn.shifts} day={drawn.day} name={drawn.name} />
            ) : drawn.view === 'timeline' ? (
              <Timeline {...shared} shifts={drawn.shifts} by={by} programs={names} />
            ) : isPhone && drawn.view === 'week' ? (
              <Agenda {...shared} shifts={drawn.shifts} />
            ) : (
              <TimeGrid {...shared} shifts={drawn.shifts} />
            )}
            <Legend isForPlanning />
          </div>
          {staffed !== undefined && (
            <PeoplePanel
              shift={staffed}
              shifts={shifts ?? []}
              close={() => {
                setStaffed(undefined);
                focusShift(staffed.id);
              }}
            />
          )}
        </div>
        {dialog}
        {peeked !== undefined && (
          <ShiftPeek
            shift={peeked}
            selection={selection}
            showPeople={() => {
              setPeeked(undefined);
              setStaffed(peeked.id);
            }}
            close={() => setPeeked(undefined)}
          />
        )}
      </section>
    </KeepFocus>
  );
}

/** The shift whose people are shown. It stays when a filter or another week takes it off the screen. */
function useStaffed(id: number | undefined, shifts: readonly Shift[] | undefined): Shift | undefined {
  const [last, setLast] = useState<Shift>();
  const shown = shifts?.find((shift) => shift.id === id);
  if (shown !== undefined && shown !== last) setLast(shown);
  const alone = useQuery({
    ...apiQuery('/api/v1/shifts/{id}', { path: { id: id ?? 0 } }),
    enabled: id !== undefined && shifts !== undefined && shown === undefined,
  });
  if (id === undefined) return undefined;
  return shown ?? alone.data ?? (last?.id === id ? last : undefined);
}

/** A new shift opens the form with the time, and with the program, place or role of its row; then the plan is shown again. */
function useEditor(drop: Editor['drop'], open: (shift: Shift) => void, search: PlanSearch): Editor {
  const navigate = useNavigate();
  const { program, by = 'program' } = search;
  return useStable<Editor>({
    drop,
    open,
    create: (from, to, row) => {
      const [start, end] = [clockOfWall(from), clockOfWall(to)];
      const label = row?.label ?? '';
      const chosen = by === 'program' && label !== '' ? row?.key : program;
      void navigate({
        to: '/manage/shifts/new',
        search: {
          date: start.date,
          start: start.time,
          end: end.time,
          ...(endOf(start, end.time).date !== end.date && { end_date: end.date }),
          ...(chosen !== undefined && { program: String(chosen) }),
          ...(by === 'place' && label !== '' && { location: label }),
          ...(by === 'role' && label !== '' && { role: label }),
          next: `/manage/shifts${stringifySearch({ ...search })}`,
        },
      });
    },
  });
}
