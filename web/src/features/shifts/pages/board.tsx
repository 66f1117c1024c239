import { NativeSelect } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { useIsPerson, useMembership, useOrganizations } from '../../../api/me.ts';
import { useOwnShifts } from '../../../api/my-registrations.ts';
import type { OwnShifts } from '../../../api/own-shifts.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { dayKey, deviceZone, plusDays } from '../../../time/calendar.ts';
import { useNowMs, useTimes, useToday } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { isEmpty } from '../../../ui/search-text.ts';
import { EmptyState } from '../../../ui/states.tsx';
import classes from '../board.module.css';
import { type BoardSearch, comingByDay, spanBounds, spans, startBounds } from '../board-search.ts';
import { queryOf, without } from '../filters.ts';
import { PickBar, PickButton, PickingContext, usePicking } from '../several/picking.tsx';
import { ShiftFilters, useShownOrganization } from '../shift-filters.tsx';
import { ShiftRow } from '../shift-row.tsx';
import { isFound } from '../spots.ts';

type Shift = Schemas['Shift'];
const route = getRouteApi('/');

/** The public board, and the model for other lists: filters in the address, days as headings, live counts. */
export function BoardPage() {
  const t = useTranslations('shifts.board');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useBoard();
  const change = (next: BoardSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const organizationId = useShownOrganization(query.data);
  const isFiltered = !isEmpty(search);
  const control = usePicking();
  const places = [...new Set(query.data?.map(({ location }) => location).filter((place) => place !== ''))];
  return (
    <Page
      title={t('title')}
      lead={<Lead shifts={query.data} organizationId={organizationId} />}
      actions={<PickButton {...control} />}
    >
      <ShiftFilters
        search={search}
        change={change}
        clear={() => change({})}
        places={places}
        organizationId={organizationId}
        isFiltered={search.when !== undefined}
        choices={
          <NativeSelect
            label={t('when')}
            value={search.when ?? ''}
            data={[{ value: '', label: t('any') }, ...spans.map((value) => ({ value, label: t(value) }))]}
            onChange={({ currentTarget: { value } }) =>
              change(without({ ...search, when: spans.find((span) => span === value) }))
            }
          />
        }
      />
      <p role="status" className="only-read-aloud">
        {query.data !== undefined &&
          t(query.hasNextPage ? 'countMore' : 'count', { count: query.data.length })}
      </p>
      <CursorList
        query={query}
        empty={isFiltered ? <EmptyState title={t('emptyTitle')} text={t('emptyText')} /> : <NoShifts />}
      >
        {(shifts) => (
          <PickingContext value={control.picking}>
            <Days shifts={shifts} />
          </PickingContext>
        )}
      </CursorList>
      <PickBar {...control} />
    </Page>
  );
}

interface LeadProps {
  readonly shifts: readonly Shift[] | undefined;
  /** Undefined while it isn't known, and where there are several. */
  readonly organizationId: number | undefined;
}

/** Whose shifts these are. The line is there before it is known, so that nothing moves. */
function Lead({ shifts, organizationId: id }: LeadProps) {
  const t = useTranslations('shifts.board');
  const { organization } = useMembership();
  const shown = useQuery({
    ...apiQuery('/api/v1/organizations/{id}', { path: { id: id ?? 0 } }),
    enabled: organization === undefined && id !== undefined,
  });
  const name = organization?.name ?? shown.data?.name;
  const areSeveral = id === undefined && shifts !== undefined && shifts.length > 0;
  return (
    <>
      {t('lead')}
      <br />
      {name !== undefined && t('shiftsAt', { organization: name })}
      {areSeveral && t('shiftsAtSeveral')}
      {'\u200b'}
    </>
  );
}

/** Nothing is planned: for an admin the moment to go on setting up, on a new installation the moment to begin. */
function NoShifts() {
  const t = useTranslations('shifts.board');
  const isPerson = useIsPerson();
  const { may } = useMembership();
  const installation = useQuery({ ...apiQuery('/api/v1/installation'), enabled: !isPerson });
  if (may('coordinator')) {
    return (
      <EmptyState
        title={t('noneTitle')}
        text={t('firstText')}
        action={<ButtonLink to="/manage">{t('setUp')}</ButtonLink>}
      />
    );
  }
  if (installation.data?.has_owner === false) return <EmptyState title={t('newTitle')} text={t('newText')} />;
  return <EmptyState title={t('noneTitle')} text={t('noneText')} />;
}

function useBoard() {
  const { when, ...filters } = route.useSearch();
  const { current: organization, isLoading } = useOrganizations();
  const isPerson = useIsPerson();
  const today = useToday(deviceZone);
  // Until midnight the same, so that a list that someone scrolls in doesn't start over; what is over is left out below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the date is what makes "now" another one
  const bounds = useMemo(() => spanBounds(when, Date.now(), deviceZone), [when, today]);
  return useInfiniteQuery({
    ...apiPages('/api/v1/shifts', {
      query: {
        ...(filters.staffing === 'open' ? startBounds(bounds) : bounds),
        status: 'published',
        ...(organization !== undefined && { organization_id: organization.id }),
        ...queryOf(filters, isPerson),
      },
    }),
    // Whose shifts these are must be known first, or they would be read twice.
    enabled: !isLoading,
    ...useFreshness(),
  });
}

/** Grouped by the day at the place of the shift, whatever day it is for the reader. */
function Days({ shifts }: { readonly shifts: readonly Shift[] }) {
  const t = useTranslations('shifts.board');
  const nowMs = useNowMs(60_000);
  const { staffing } = route.useSearch();
  const open = shifts.filter((shift) => isFound(shift, staffing, nowMs));
  const days = comingByDay(open, nowMs);
  const own = useOwnShifts();
  // What was here is over by now.
  if (days.size === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  return [...days].map(([day, ofDay]) => (
    <BoardDay key={day} day={day} shifts={ofDay} own={own} nowMs={nowMs} />
  ));
}

interface DayProps {
  readonly day: string;
  readonly shifts: readonly Shift[];
  readonly own: OwnShifts;
  readonly nowMs: number;
}

function BoardDay({ day, shifts, own, nowMs }: DayProps) {
  const t = useTranslations('common.time');
  const times = useTimes();
  const [first] = shifts;
  if (first === undefined) return null;
  const near = [0, 1].find((days) => plusDays(dayKey(nowMs, first.time_zone), days) === day);
  const name = times.formatDay('longDay', day);
  return (
    <section aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className={classes['day']}>
        {near !== undefined && (
          <span className={classes['near']}>{t(near === 0 ? 'today' : 'tomorrow')} </span>
        )}
        {name}
      </h2>
      <ul className={classes['list']}>
        {shifts.map((shift) => (
          <ShiftRow key={shift.id} shift={shift} day={day} mine={own.get(shift.id)} />
        ))}
      </ul>
    </section>
  );
}
