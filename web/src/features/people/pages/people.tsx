import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { MemberFilters } from '../../organizations/index.ts';

const route = getRouteApi('/manage/people');

export function PeoplePage() {
  const t = useTranslations('people.list');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const members = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/members', {
      path: { id: useOrganizationId() },
      query: { limit: 100, ...search },
    }),
  );
  const columns = useColumns();
  return (
    <Page title={t('title')} lead={t('lead')}>
      <MemberFilters search={search} change={(next) => void navigate({ search: next, replace: true })} />
      <CursorList query={members} empty={<EmptyState title={t('none')} text={t('noneText')} />}>
        {(rows) => (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            rowKey={({ user_id }) => user_id}
            name="people"
          />
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
      sortBy: ({ name }) => name,
    },
    {
      key: 'email',
      label: t('email'),
      render: ({ email }) => email ?? '',
      sortBy: ({ email }) => email ?? '',
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
      key: 'since',
      label: t('since'),
      render: ({ joined_at }) => times.format('dayAndYear', joined_at, zone),
      sortBy: ({ joined_at }) => joined_at,
      isOptional: true,
    },
  ];
}
