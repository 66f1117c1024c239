import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePrograms } from '../../../api/use-choices.ts';
import { SelectionBar } from '../../../ui/bars.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { SearchInput, useSearchText } from '../../../ui/search-input.tsx';
import { type BulkAction, BulkDialog } from '../plan/bulk-dialog.tsx';
import { List } from '../plan/list.tsx';
import classes from '../plan/plan.module.css';
import { type PlanSearch, statuses } from '../plan/plan-search.ts';
import type { Selection, Shift } from '../plan/use-plan.ts';
import { Week } from '../plan/week.tsx';

const route = getRouteApi('/manage/shifts');

export function PlanPage() {
  const t = useTranslations('manageShifts');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const selection = useSelection();
  const change = (next: PlanSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      width="wide"
      actions={
        <ButtonLink to="/manage/shifts/new" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('form.newTitle')}
        </ButtonLink>
      }
    >
      <PlanFilters search={search} change={change} />
      {search.view === 'list' ? (
        <List search={search} selection={selection} />
      ) : (
        <Week search={search} change={change} selection={selection} />
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
  readonly search: PlanSearch;
  readonly change: (search: PlanSearch) => void;
}

type Changed = { [Name in keyof PlanSearch]?: PlanSearch[Name] | undefined };

const without = (search: Changed): PlanSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

function PlanFilters({ search, change }: PlanFiltersProps) {
  const t = useTranslations('manageShifts');
  const programs = usePrograms().data?.items ?? [];
  const words = useSearchText(search.q, (q) => change(without({ ...search, q: q.trim() })));
  return (
    <search className={classes['filters']} aria-label={t('filters')}>
      <SegmentedControl
        size="md"
        aria-label={t('view')}
        value={search.view ?? 'week'}
        data={(['week', 'list'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
        onChange={(view) => change(without({ ...search, view: view === 'list' ? 'list' : undefined }))}
      />
      <SearchInput label={t('search')} {...words} />
      <NativeSelect
        label={t('form.program')}
        value={search.program ?? ''}
        data={[
          { value: '', label: t('allPrograms') },
          ...programs.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change(without({ ...search, program: value === '' ? undefined : Number(value) }))
        }
      />
      <NativeSelect
        label={t('status')}
        value={search.status ?? ''}
        data={[
          { value: '', label: t(search.view === 'list' ? 'statuses.published' : 'allStatuses') },
          ...statuses
            .filter((status) => search.view !== 'list' || status !== 'published')
            .map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change(without({ ...search, status: statuses.find((status) => status === value) }))
        }
      />
      {search.view === 'list' && (
        <Checkbox
          label={t('past')}
          py="sm"
          checked={search.past === true}
          onChange={({ currentTarget: { checked } }) =>
            change(without({ ...search, past: checked || undefined }))
          }
        />
      )}
    </search>
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
