import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconTag } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDelayedAbout } from '../../../api/delayed-changes.ts';
import { useMembership, useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { useTask } from '../../../api/mutation.ts';
import { apiPages, call } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import { SelectionBar } from '../../../ui/bars.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Write } from '../../notifications/index.ts';
import { InviteButton } from '../../organizations/index.ts';
import { PeopleFilters } from '../people-filters.tsx';
import type { PeopleSearch } from '../people-search.ts';
import { SavedFilters } from '../saved-filters.tsx';
import { TagBadge } from '../tags.tsx';

const route = getRouteApi('/manage/people');
const TagsDialog = lazyDialog(() => import('../tags-dialog.tsx'));
const TagPeople = lazyDialog(() => import('../tag-people-dialog.tsx'));

type Person = Schemas['ListedPerson'];

export function PeoplePage() {
  const t = useTranslations('people.list');
  const { may } = useMembership();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const id = useOrganizationId();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const people = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/people', { path: { id }, query: { limit: 100, ...search } }),
  );
  const change = (next: PeopleSearch) => {
    setSelected(new Set());
    void navigate({ search: next, replace: true, resetScroll: false });
  };
  const select = (ids: readonly number[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const one of ids)
      if (isSelected) next.add(one);
      else next.delete(one);
    setSelected(next);
  };
  const everyone = useTask(async () => ({ search, ids: await idsOf(id, search) }), {
    // Another filter may have been chosen in the meantime.
    onSuccess: (found) => found.search === search && setSelected(new Set(found.ids)),
  });
  const columns = useColumns(selected, select);
  const delayed = useDelayedAbout();
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      width="wide"
      actions={
        <>
          <ExportMenu path={`/api/v1/organizations/${id}/people`} query={search} file={t('file')} />
          {may('admin') && <InviteButton />}
        </>
      }
    >
      <SavedFilters search={search} change={change} />
      <PeopleFilters search={search} change={change} />
      <Group mb="sm">
        <TagsDialog>
          {(open) => (
            <Button variant="subtle" leftSection={<IconTag size={18} aria-hidden />} onClick={open}>
              {t('manageTags')}
            </Button>
          )}
        </TagsDialog>
      </Group>
      <CursorList query={people} empty={<EmptyState title={t('none')} text={t('noneText')} />}>
        {(all) => {
          const rows = all.filter(({ user_id }) => !delayed.has(`member ${user_id}`));
          return (
            <>
              <Group>
                <Checkbox
                  py="xs"
                  label={t('selectAll', { count: rows.length })}
                  checked={rows.every(({ user_id }) => selected.has(user_id))}
                  indeterminate={selected.size > 0 && rows.some(({ user_id }) => !selected.has(user_id))}
                  onChange={({ currentTarget }) =>
                    select(
                      rows.map(({ user_id }) => user_id),
                      currentTarget.checked,
                    )
                  }
                />
                {people.hasNextPage && (
                  <Button variant="subtle" loading={everyone.isPending} onClick={() => everyone.mutate()}>
                    {t('selectEveryone')}
                  </Button>
                )}
              </Group>
              <Problem error={everyone.error} />
              <DataTable
                label={t('title')}
                columns={columns}
                rows={rows}
                rowKey={({ user_id }) => user_id}
                name="people"
              />
            </>
          );
        }}
      </CursorList>
      <BulkBar selected={selected} clear={() => setSelected(new Set())} />
    </Page>
  );
}

/** Everyone who matches, also those that aren't loaded yet. */
async function idsOf(id: number, query: PeopleSearch): Promise<readonly number[]> {
  const found = await call('get', '/api/v1/organizations/{id}/people/ids', {
    params: { path: { id }, query },
  });
  return found.user_ids;
}

/** What can be done to all who are ticked. */
function BulkBar({
  selected,
  clear,
}: {
  readonly selected: ReadonlySet<number>;
  readonly clear: () => void;
}) {
  const t = useTranslations('people.bulk');
  if (selected.size === 0) return null;
  const userIds = [...selected];
  return (
    <SelectionBar
      label={t('label')}
      selected={t('selected', { count: selected.size })}
      clearLabel={t('clear')}
      clear={clear}
    >
      <Write target={{ user_ids: userIds }} title={t('messageTitle', { count: selected.size })}>
        {(open) => (
          <Button px="sm" variant="default" onClick={open}>
            {t('message')}
          </Button>
        )}
      </Write>
      {([false, true] as const).map((isRemoving) => (
        <TagPeople key={String(isRemoving)} userIds={userIds} isRemoving={isRemoving}>
          {(open) => (
            <Button px="sm" variant="default" onClick={open}>
              {isRemoving ? t('untag') : t('tag')}
            </Button>
          )}
        </TagPeople>
      ))}
    </SelectionBar>
  );
}

/** Names and addresses break first. */
const OneLine = ({ children }: { readonly children: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
);

function useColumns(
  selected: ReadonlySet<number>,
  select: (ids: readonly number[], isSelected: boolean) => void,
): Column<Person>[] {
  const t = useTranslations('people.list');
  const words = useTranslations('common.roles');
  const times = useTimes();
  const zone = useOrganizationZone();
  const day = (at: string | null) => (at === null ? '–' : times.format('shortDayAndYear', at, zone));
  return [
    {
      key: 'name',
      label: t('name'),
      isTitle: true,
      render: ({ user_id, name, email }) => (
        <Group gap="sm" wrap="nowrap">
          <Checkbox
            aria-label={t('select', { name })}
            checked={selected.has(user_id)}
            onChange={({ currentTarget }) => select([user_id], currentTarget.checked)}
          />
          <div style={{ overflowWrap: 'anywhere' }}>
            <TextLink to="/manage/people/$id" params={{ id: String(user_id) }} fw={600}>
              {name}
            </TextLink>
            {/* Its own column would make the table wider than a small screen. */}
            <Text size="sm" c="dimmed">
              {email}
            </Text>
          </div>
        </Group>
      ),
      sortBy: ({ name }) => name,
    },
    {
      key: 'tags',
      label: t('tags'),
      render: ({ tags }) =>
        tags.length === 0 ? (
          '–'
        ) : (
          <Group gap={4}>
            {tags.map((tag) => (
              <TagBadge key={tag.id} tag={tag} />
            ))}
          </Group>
        ),
      isFreeText: true,
      isOptional: true,
    },
    {
      key: 'role',
      label: t('role'),
      render: ({ role }) => words(role),
      sortBy: ({ role }) => words(role),
      isOptional: true,
    },
    {
      key: 'hours',
      label: t('hours'),
      align: 'end',
      render: ({ minutes }) => <OneLine>{times.hours(minutes ?? 0, 'short')}</OneLine>,
      sortBy: ({ minutes }) => minutes ?? 0,
      isOptional: true,
    },
    {
      key: 'last',
      label: t('last'),
      render: ({ last_shift_at }) => <OneLine>{day(last_shift_at)}</OneLine>,
      sortBy: ({ last_shift_at }) => last_shift_at ?? '',
      isOptional: true,
    },
    {
      key: 'next',
      label: t('next'),
      render: ({ next_shift_at }) => <OneLine>{day(next_shift_at)}</OneLine>,
      sortBy: ({ next_shift_at }) => next_shift_at ?? '',
      isOptional: true,
    },
  ];
}
