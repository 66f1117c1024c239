import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { Page } from '../../../ui/page.tsx';
import classes from '../../../ui/parts.module.css';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useSearchText } from '../../../ui/use-search-text.ts';
import { Invitations } from '../invitations.tsx';
import { InviteButton } from '../invite.tsx';
import { JoinRequests } from '../join-requests.tsx';
import { MemberList } from '../member-list.tsx';
import { type MemberSearch, memberSearch } from '../member-search.ts';
import { RoleMeanings } from '../role-meanings.tsx';
import { allRoles } from '../roles.ts';

const route = getRouteApi('/manage/members');

export function MembersPage() {
  const t = useTranslations('manageOrganizations.members');
  const { organization } = useMembership();
  const id = useOrganizationId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const members = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/members', { path: { id }, query: { ...search } }),
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead', { organization: organization?.name ?? '' })}
      actions={<InviteButton />}
      width="wide"
    >
      <JoinRequests />
      <Section title={t('label')}>
        <Filters
          search={search}
          change={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
        <CursorList query={members} empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}>
          {(rows) => <MemberList members={rows} />}
        </CursorList>
      </Section>
      <Invitations />
      <RoleMeanings />
    </Page>
  );
}

function Filters({
  search,
  change,
}: {
  readonly search: MemberSearch;
  readonly change: (search: MemberSearch) => void;
}) {
  const t = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  const words = useSearchText(search.q, (q) => change(memberSearch({ ...search, q })));
  return (
    <search aria-label={t('filters')} className={classes['filters']}>
      <TextInput
        label={t('search')}
        type="search"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={words.value}
        onChange={({ currentTarget }) => words.type(currentTarget.value)}
      />
      <NativeSelect
        label={t('role')}
        value={search.role ?? ''}
        data={[
          { value: '', label: t('allRoles') },
          ...allRoles.map((value) => ({ value, label: roleName(value) })),
        ]}
        onChange={({ currentTarget: { value } }) => change(memberSearch({ ...search, role: value }))}
      />
    </search>
  );
}
