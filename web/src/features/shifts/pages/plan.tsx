import { Button, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { SelectionBar } from '../../../ui/bars.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { without } from '../filters.ts';
import { type BulkAction, BulkDialog } from '../plan/bulk-dialog.tsx';
import { List } from '../plan/list.tsx';
import { type PlanSearch, type PlanView, planViews, statuses } from '../plan/plan-search.ts';
import { Schedule } from '../plan/schedule.tsx';
import type { Selection } from '../plan/use-plan.ts';
import type { Shift } from '../shift.ts';
import { ShiftFilters } from '../shift-filters.tsx';

const ImportShifts = lazyDialog(() => import('../import/import-shifts.tsx'));
const route = getRouteApi('/manage/shifts');

export function PlanPage() {
  const t = useTranslations('manageShifts');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const selection = useSelection();
  const isPhone = useMediaQuery('(max-width: 47.99em)', true, { getInitialValueInEffect: false });
  const view = search.view ?? (isPhone ? 'day' : 'week');
  // Back leads to the days that were shown before, and not through every filter.
  const isSameTime = ({ view, day }: PlanSearch) => view === search.view && day === search.day;
  const change = (next: PlanSearch) =>
    void navigate({ search: next, replace: isSameTime(next), resetScroll: false });
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      width={view === 'list' ? 'wide' : 'full'}
      actions={
        <>
          <ImportShifts program={search.program}>
            {(start) => (
              <Button
                variant="default"
                leftSection={<IconFileUpload size={18} aria-hidden />}
                onClick={start}
              >
                {t('import.open')}
              </Button>
            )}
          </ImportShifts>
          <ButtonLink to="/manage/shifts/new" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('form.newTitle')}
          </ButtonLink>
        </>
      }
    >
      <PlanFilters view={view} search={search} change={change} />
      {view === 'list' ? (
        <List search={search} selection={selection} />
      ) : (
        <Schedule view={view} search={search} change={change} selection={selection} />
      )}
      <PlanBulkBar selection={selection} />
    </Page>
  );
}

function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Shift>>(new Map());
  return {
    chosen,
    choose: (shifts, isChosen) =>
      setChosen((before) => {
        const next = new Map(before);
        for (const shift of shifts) {
          if (isChosen) next.set(shift.id, shift);
          else next.delete(shift.id);
        }
        return next;
      }),
  };
}

interface PlanFiltersProps {
  readonly view: PlanView;
  readonly search: PlanSearch;
  readonly change: (search: PlanSearch) => void;
}

function PlanFilters({ view, search, change }: PlanFiltersProps) {
  const t = useTranslations('manageShifts');
  const { q: _q, program: _program, staffing: _staffing, mine: _mine, status, past, ...rest } = search;
  const isList = view === 'list';
  return (
    <>
      <SegmentedControl
        size="md"
        mb="md"
        fullWidth
        aria-label={t('view')}
        value={view}
        data={planViews.map((value) => ({ value, label: t(`views.${value}`) }))}
        onChange={(value) => change({ ...search, view: value as PlanView })}
      />
      <ShiftFilters
        search={search}
        change={change}
        clear={() => change(rest)}
        organizationId={useOrganizationId()}
        isForPlanning
        isFiltered={status !== undefined || past === true}
        choices={
          <NativeSelect
            label={t('status')}
            value={status ?? ''}
            data={[
              { value: '', label: t('allStatuses') },
              ...statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              change(without({ ...search, status: statuses.find((one) => one === value) }))
            }
          />
        }
        switches={
          isList && (
            <Switch
              label={t('past')}
              checked={past === true}
              onChange={({ currentTarget: { checked } }) =>
                change(without({ ...search, past: checked || undefined }))
              }
            />
          )
        }
      />
    </>
  );
}

function PlanBulkBar({ selection }: { readonly selection: Selection }) {
  const t = useTranslations('manageShifts.bulk');
  const [action, setAction] = useState<BulkAction>();
  const shifts = [...selection.chosen.values()];
  const drafts = shifts.filter(({ status }) => status === 'draft');
  const living = shifts.filter(({ status }) => status !== 'cancelled');
  if (shifts.length === 0) return null;
  const clear = () => selection.choose(shifts, false);
  return (
    <>
      <SelectionBar
        label={t('label')}
        selected={t('selected', { count: shifts.length })}
        clearLabel={t('clear')}
        clear={clear}
      >
        {drafts.length > 0 && (
          <Button px="sm" onClick={() => setAction('publish')}>
            {t('publish', { count: drafts.length })}
          </Button>
        )}
        {living.length > 0 && (
          <>
            <Button px="sm" variant="default" onClick={() => setAction('change')}>
              {t('change')}
            </Button>
            <Button px="sm" variant="default" onClick={() => setAction('cancel')}>
              {t('cancel')}
            </Button>
          </>
        )}
      </SelectionBar>
      {action !== undefined && (
        <BulkDialog
          action={action}
          shifts={action === 'publish' ? drafts : living}
          close={(isDone) => {
            setAction(undefined);
            if (isDone) clear();
          }}
        />
      )}
    </>
  );
}
