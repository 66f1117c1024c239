import { Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { usePrograms } from '../../../api/use-choices.ts';
import { useSearchText } from '../../../ui/use-search-text.ts';
import classes from './plan.module.css';
import { type PlanSearch, statuses } from './plan-search.ts';

interface PlanFiltersProps {
  readonly search: PlanSearch;
  readonly change: (search: PlanSearch) => void;
}

type Changed = { [Name in keyof PlanSearch]?: PlanSearch[Name] | undefined };

const without = (search: Changed): PlanSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

export function PlanFilters({ search, change }: PlanFiltersProps) {
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
      <TextInput
        label={t('search')}
        type="search"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={words.value}
        onChange={({ currentTarget }) => words.type(currentTarget.value)}
      />
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
