import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { apiQuery } from '../../../api/query.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Page } from '../../../ui/page.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import { OpenSeriesChange } from '../../shifts/index.ts';
import { useRosterActions } from '../roster/actions.ts';
import { BulkBar } from '../roster/bulk-bar.tsx';
import { groupsOf, linesOf } from '../roster/groups.ts';
import { RosterNumbers } from '../roster/numbers.tsx';
import classes from '../roster/roster.module.css';
import { RosterFrame } from '../roster/roster-frame.tsx';
import { RosterList, useGroupName } from '../roster/roster-list.tsx';
import { ShiftMenu } from '../roster/shift-menu.tsx';
import { SidePanel } from '../roster/side-panel.tsx';
import { type RosterPerson, useRoster } from '../roster/use-roster.ts';

const route = getRouteApi('/manage/shifts/$id');

export function RosterPage() {
  const t = useTranslations('manageSignups');
  const id = Number(route.useParams().id);
  const shift = useQuery({ ...apiQuery('/api/v1/shifts/{id}', { path: { id } }), ...useFreshness() });
  const { people, signups } = useRoster(id);
  if (shift.data === undefined || people === undefined) {
    const error = shift.error ?? signups.error;
    const retry = () => void Promise.all([shift.refetch(), signups.refetch()]);
    return (
      <Page title={t('title')} width="wide">
        {error === null ? <ListSkeleton rows={8} height={60} /> : <ErrorState error={error} retry={retry} />}
      </Page>
    );
  }
  return (
    // Another shift is another roster: what was ticked on the first must not be acted on here.
    <RosterFrame key={id} shift={shift.data} people={people}>
      <RosterScreen people={people} />
    </RosterFrame>
  );
}

function RosterScreen({ people }: { readonly people: readonly RosterPerson[] }) {
  const t = useTranslations('manageSignups');
  const { shift, open } = useRosterActions();
  return (
    <Page
      title={shift.title}
      width="wide"
      lead={
        <>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
          {shift.location !== '' && <span> {shift.location}</span>}
        </>
      }
      actions={
        <>
          {shift.status !== 'cancelled' && (
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => open({ kind: 'signUp', isFinding: false })}
            >
              {t('signUp.open')}
            </Button>
          )}
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
          <TextInput
            label={t('search')}
            type="search"
            leftSection={<IconSearch size={18} aria-hidden />}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
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
            text={t('emptyText')}
            action={
              shift.status !== 'cancelled' && (
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
