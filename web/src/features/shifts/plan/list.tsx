import { Badge, Checkbox, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { usePrograms } from '../../../api/use-choices.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Shift } from '../shift.ts';
import { SpotsLeft } from '../spots-left.tsx';
import type { PlanSearch } from './plan-search.ts';
import { type Selection, useList } from './use-plan.ts';

interface ListProps {
  readonly search: PlanSearch;
  readonly selection: Selection;
}

export function List({ search, selection }: ListProps) {
  const t = useTranslations('manageShifts');
  const query = useList(search);
  const columns = useColumns(selection);
  const shown = query.data ?? [];
  const isAll = shown.length > 0 && shown.every(({ id }) => selection.chosen.has(id));
  return (
    <CursorList
      query={query}
      empty={
        <EmptyState
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={<ButtonLink to="/manage/shifts/new">{t('form.newTitle')}</ButtonLink>}
        />
      }
    >
      {(shifts) => (
        <>
          <Checkbox
            label={t('selectAll', { count: shifts.length })}
            checked={isAll}
            indeterminate={!isAll && shifts.some(({ id }) => selection.chosen.has(id))}
            onChange={({ currentTarget }) => selection.choose(shifts, currentTarget.checked)}
          />
          <DataTable
            label={t('title')}
            columns={columns}
            rows={shifts}
            rowKey={({ id }) => id}
            name="shifts"
          />
        </>
      )}
    </CursorList>
  );
}

function useColumns({ chosen, choose }: Selection): Column<Shift>[] {
  const t = useTranslations('manageShifts');
  const names = new Map(usePrograms().data?.items.map(({ id, name }) => [id, name]));
  return [
    {
      key: 'title',
      label: t('columns.title'),
      isTitle: true,
      render: (shift) => (
        <Group gap="sm" wrap="nowrap" component="span">
          <Checkbox
            aria-label={t('select', { title: shift.title })}
            checked={chosen.has(shift.id)}
            onChange={({ currentTarget }) => choose([shift], currentTarget.checked)}
          />
          <TextLink to="/manage/shifts/$id" params={{ id: String(shift.id) }}>
            {shift.title}
          </TextLink>
        </Group>
      ),
      sortBy: ({ title }) => title,
    },
    {
      key: 'when',
      label: t('columns.when'),
      render: (shift) => <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />,
      sortBy: ({ start_time }) => start_time,
    },
    {
      key: 'program',
      label: t('columns.program'),
      render: ({ program_id }) => names.get(program_id) ?? '',
      sortBy: ({ program_id }) => names.get(program_id) ?? '',
      isFreeText: true,
      isOptional: true,
    },
    {
      key: 'place',
      label: t('columns.location'),
      render: ({ location }) => location,
      sortBy: ({ location }) => location,
      isFreeText: true,
      isOptional: true,
    },
    {
      key: 'status',
      label: t('columns.status'),
      render: ({ status, series_id }) => (
        <div>
          <Badge variant="outline" color={status === 'cancelled' ? 'clay' : 'gray'} tt="none" fw={500}>
            {t(`status_.${status}`)}
          </Badge>
          {series_id !== null && (
            <Badge variant="default" tt="none" fw={500} ms={4}>
              {t('series')}
            </Badge>
          )}
        </div>
      ),
    },
    {
      key: 'spots',
      label: t('columns.spots'),
      render: (shift) => <SpotsLeft shift={shift} isForPlanning />,
      sortBy: ({ spots_left }) => spots_left ?? Number.MAX_SAFE_INTEGER,
    },
  ];
}
