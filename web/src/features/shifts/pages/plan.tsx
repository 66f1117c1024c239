import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { PlanBulkBar } from '../plan/bulk-bar.tsx';
import { List } from '../plan/list.tsx';
import { PlanFilters } from '../plan/plan-filters.tsx';
import type { PlanSearch } from '../plan/plan-search.ts';
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
