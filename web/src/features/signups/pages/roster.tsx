import { Alert, Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDelayedAbout } from '../../../api/delayed-changes.ts';
import { useFreshness } from '../../../api/live.ts';
import { apiQuery } from '../../../api/query.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Page } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import { AskedPeople, CallOut } from '../../asks/index.ts';
import { ShiftMessages } from '../../notifications/index.ts';
import { OpenSeriesChange } from '../../shifts/index.ts';
import { type RosterActions, RosterContext, type RosterDialog, useRosterActions } from '../roster/actions.ts';
import { BulkBar } from '../roster/bulk-bar.tsx';
import { RosterDialogs } from '../roster/dialogs.tsx';
import { groupsOf, linesOf } from '../roster/groups.ts';
import classes from '../roster/roster.module.css';
import { RosterList, useGroupName } from '../roster/roster-list.tsx';
import { ShiftMenu } from '../roster/shift-menu.tsx';
import { SidePanel } from '../roster/side-panel.tsx';
import { type RosterPerson, type Shift, useAroundRoster, useRoster } from '../roster/use-roster.ts';
import { TeamNotesCard } from '../shift-page/team.tsx';

const route = getRouteApi('/manage/shifts/$id');

export function RosterPage() {
  const t = useTranslations('manageSignups');
  const id = Number(route.useParams().id);
  const shift = useQuery({ ...apiQuery('/api/v1/shifts/{id}', { path: { id } }), ...useFreshness() });
  const { people, signups } = useRoster(id);
  const delayed = useDelayedAbout();
  if (shift.data === undefined || people === undefined) {
    const error = shift.error ?? signups.error;
    const retry = () => void Promise.all([shift.refetch(), signups.refetch()]);
    return (
      <Page title={t('title')} width="wide">
        {error === null ? <ListSkeleton rows={8} height={60} /> : <ErrorState error={error} retry={retry} />}
      </Page>
    );
  }
  const shown = delayed.has(`shift ${id}`) ? { ...shift.data, status: 'cancelled' as const } : shift.data;
  return (
    // Another shift is another roster: what was ticked on the first must not be acted on here.
    <RosterFrame key={id} shift={shown} people={people}>
      <RosterScreen people={people} />
    </RosterFrame>
  );
}

function RosterScreen({ people }: { readonly people: readonly RosterPerson[] }) {
  const t = useTranslations('manageSignups');
  const { shift, open } = useRosterActions();
  const { isAnyoneAsked, notes } = useAroundRoster(shift.id);
  return (
    <Page
      title={shift.title}
      width="wide"
      lead={
        <>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
          {shift.location !== '' && (
            <>
              <br />
              {shift.location}
            </>
          )}
        </>
      }
      actions={
        <>
          {shift.status === 'published' && (
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => open({ kind: 'signUp', isFinding: false })}
            >
              {t('signUp.open')}
            </Button>
          )}
          <CallOut shift={shift} />
          <ShiftMenu />
        </>
      }
    >
      {shift.status !== 'published' && (
        <Alert color="clay" mb="md">
          {t(`notice.${shift.status}`)}
        </Alert>
      )}
      {shift.series_id !== null && <OpenSeriesChange seriesId={shift.series_id} />}
      <RosterNumbers people={people} />
      <TeamNotesCard notes={notes} />
      <AskedPeople shift={shift} isAny={isAnyoneAsked} />
      <ShiftMessages shiftId={shift.id} />
      <People people={people} />
    </Page>
  );
}

function People({ people }: { readonly people: readonly RosterPerson[] }) {
  const t = useTranslations('manageSignups');
  const nameOf = useGroupName();
  const { shift, open } = useRosterActions();
  const [words, setWords] = useState('');
  const [group, setGroup] = useState('');
  const [withCancelled, setWithCancelled] = useState(false);
  const groups = useMemo(() => groupsOf(shift, people), [shift, people]);
  const lines = useMemo(
    () => linesOf(groups, { words, group, withCancelled }),
    [groups, words, group, withCancelled],
  );
  return (
    <div className={classes['layout']}>
      <div className={classes['main']}>
        <search className={classes['filters']} aria-label={t('filters')}>
          <SearchInput label={t('search')} value={words} type={setWords} />
          <NativeSelect
            label={t('show')}
            value={group}
            data={[
              { value: '', label: t('everybody') },
              ...groups.map((one) => ({ value: one.key, label: `${nameOf(one)} (${one.people.length})` })),
            ]}
            onChange={({ currentTarget }) => setGroup(currentTarget.value)}
          />
          <Checkbox
            label={t('withCancelled')}
            py="sm"
            checked={withCancelled}
            onChange={({ currentTarget }) => setWithCancelled(currentTarget.checked)}
          />
        </search>
        {people.length === 0 ? (
          <EmptyState
            title={t('emptyTitle')}
            {...(shift.status === 'published' && { text: t('emptyText') })}
            action={
              shift.status === 'published' && (
                <Button onClick={() => open({ kind: 'signUp', isFinding: true })}>{t('shift.find')}</Button>
              )
            }
          />
        ) : lines.length === 0 ? (
          <EmptyState title={t('noneTitle')} />
        ) : (
          <KeepFocus>
            <RosterList lines={lines} />
          </KeepFocus>
        )}
        <BulkBar people={people} />
      </div>
      <SidePanel groups={groups} chosen={group} choose={setGroup} />
    </div>
  );
}

/** The numbers of the shift in one line. */
function RosterNumbers({ people }: { readonly people: readonly RosterPerson[] }) {
  const t = useTranslations('manageSignups.numbers');
  const { capacity, minimum } = useRosterActions().shift;
  const count = (is: (person: RosterPerson) => boolean) => people.filter(is).length;
  const active = count(({ status }) => status === 'active');
  const numbers = [
    ['confirmed', capacity === null ? active : t('of', { count: active, capacity })],
    ['minimum', minimum ?? 0],
    ['pending', count(({ status }) => status === 'pending_approval')],
    ['waiting', count(({ status }) => status === 'waitlisted' || status === 'offered')],
    ['in', count(({ attendance }) => attendance?.status === 'checked_in')],
    ['out', count(({ attendance }) => attendance?.status === 'checked_out')],
    ['missing', count(({ attendance }) => attendance?.status === 'no_show')],
  ] as const;
  const shown = numbers.filter(([name, value]) => name === 'confirmed' || value !== 0);
  return (
    <dl className={classes['numbers']}>
      {shown.map(([name, value]) => (
        <div key={name} className={classes['number']}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RosterFrameProps {
  readonly shift: Shift;
  readonly people: readonly RosterPerson[];
  readonly children: ReactNode;
}

/** Holds the selection and the open dialog. */
function RosterFrame({ shift, people, children }: RosterFrameProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<RosterDialog>();
  const actions = useMemo(
    (): RosterActions => ({
      shift,
      selected,
      select: (ids, isSelected) =>
        setSelected((before) => {
          const next = new Set(before);
          for (const id of ids) {
            if (isSelected) next.add(id);
            else next.delete(id);
          }
          return next;
        }),
      open: setDialog,
      attempt: async (title, act) => {
        try {
          await act();
        } catch (error) {
          setDialog({ kind: 'refused', title, error, again: act });
        }
      },
    }),
    [shift, selected],
  );
  return (
    <RosterContext value={actions}>
      {children}
      {dialog !== undefined && (
        <RosterDialogs dialog={dialog} people={people} close={() => setDialog(undefined)} />
      )}
    </RosterContext>
  );
}
