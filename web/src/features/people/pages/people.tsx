import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataList } from '../../../ui/data-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useSearchText } from '../../../ui/use-search-text.ts';
import { roles } from '../people-search.ts';

const route = getRouteApi('/manage/people');

export function PeoplePage() {
  const t = useTranslations('people.list');
  const words = useTranslations('common.roles');
  const { q, role } = route.useSearch();
  const navigate = route.useNavigate();
  const typed = useSearchText(q, (value) => {
    const next = value.trim();
    void navigate({ search: { ...(next !== '' && { q: next }), ...(role && { role }) }, replace: true });
  });
  const members = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/members', {
      path: { id: useOrganizationId() },
      query: { limit: 100, ...(q !== undefined && { q }), ...(role && { role }) },
    }),
  );
  const columns = useColumns();
  return (
    <Page title={t('title')} lead={t('lead')}>
      <search aria-label={t('filters')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg">
          <TextInput
            label={t('search')}
            type="search"
            leftSection={<IconSearch size={18} aria-hidden />}
            value={typed.value}
            onChange={({ currentTarget }) => typed.type(currentTarget.value)}
          />
          <NativeSelect
            label={t('role')}
            value={role ?? ''}
            data={[
              { value: '', label: t('allRoles') },
              ...roles.map((value) => ({ value, label: words(value) })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const chosen = roles.find((one) => one === value);
              void navigate({ search: { ...(q && { q }), ...(chosen && { role: chosen }) }, replace: true });
            }}
          />
        </SimpleGrid>
      </search>
      <CursorList query={members} empty={<EmptyState title={t('none')} text={t('noneText')} />}>
        {(rows) => (
          <DataList label={t('title')} columns={columns} rows={rows} rowKey={({ user_id }) => user_id} />
        )}
      </CursorList>
    </Page>
  );
}

function useColumns(): Column<Schemas['Member']>[] {
  const t = useTranslations('people.list');
  const words = useTranslations('common.roles');
  const times = useTimes();
  const zone = useOrganizationZone();
  return [
    {
      key: 'name',
      label: t('name'),
      isTitle: true,
      render: ({ user_id, name }) => (
        <TextLink to="/manage/people/$id" params={{ id: String(user_id) }} fw={600}>
          {name}
        </TextLink>
      ),
    },
    { key: 'email', label: t('email'), render: ({ email }) => email ?? '' },
    { key: 'role', label: t('role'), render: ({ role }) => words(role) },
    {
      key: 'since',
      label: t('since'),
      render: ({ joined_at }) => times.format('dayAndYear', joined_at, zone),
    },
  ];
}
