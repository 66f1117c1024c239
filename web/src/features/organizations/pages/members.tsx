import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isAbove, type Role, roles, useMe, useMembership, useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import ConfirmDialog from '../../../ui/confirm-dialog.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ConfirmAction } from '../../../ui/lazy-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Day } from '../../../ui/moment.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Invitations, InviteButton } from '../invitations.tsx';
import { JoinRequests } from '../join-requests.tsx';
import { MemberFilters } from '../member-filters.tsx';

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
        <MemberFilters
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

type Member = Schemas['Member'];

function MemberList({ members }: { readonly members: readonly Member[] }) {
  const t = useTranslations('manageOrganizations.members');
  const actions = useTranslations('common')('actions');
  const columns: readonly Column<Member>[] = [
    {
      key: 'name',
      label: t('name'),
      isTitle: true,
      render: (member) => <Name member={member} />,
      sortBy: ({ name }) => name,
    },
    {
      key: 'email',
      label: t('email'),
      render: ({ email }) => email ?? '–',
      sortBy: ({ email }) => email ?? '',
      isOptional: true,
    },
    {
      key: 'joined',
      label: t('joined'),
      render: ({ joined_at }) => <Day at={joined_at} />,
      sortBy: ({ joined_at }) => joined_at,
      isOptional: true,
    },
    {
      key: 'role',
      label: t('role'),
      render: (member) => <RoleChoice member={member} />,
      sortBy: ({ role }) => roles.indexOf(role),
    },
    { key: 'remove', label: actions, align: 'end', render: (member) => <Remove member={member} /> },
  ];
  return (
    <DataTable
      label={t('label')}
      columns={columns}
      rows={members}
      rowKey={({ user_id }) => user_id}
      name="members"
    />
  );
}

function Name({ member: { user_id, name } }: { readonly member: Member }) {
  const t = useTranslations('manageOrganizations.members');
  const me = useMe();
  return (
    <>
      <TextLink to="/manage/people/$id" params={{ id: String(user_id) }} fw={600}>
        {name}
      </TextLink>
      {me?.id === user_id && (
        <Text span c="dimmed" size="sm">
          {' '}
          ({t('you')})
        </Text>
      )}
    </>
  );
}

function Remove({ member: { user_id, name, role } }: { readonly member: Member }) {
  const t = useTranslations('manageOrganizations.members');
  const id = useOrganizationId();
  const me = useMe();
  const { organization } = useMembership();
  const remove = useApiMutation('delete', '/api/v1/organizations/{id}/members/{user_id}', {
    invalidates: [
      ['/api/v1/organizations/{id}/members'],
      ['/api/v1/organizations/{id}/invitations'],
      ['/api/v1/organizations/{id}/api-keys'],
    ],
    onSuccess: () => void notify.success(t('removed', { name })),
  });
  if (me?.id === user_id || organization === undefined || isAbove(role, organization.role)) return null;
  return (
    <ConfirmAction
      title={t('removeTitle', { name })}
      text={<RemoveText userId={user_id} role={role} />}
      confirmLabel={t('remove')}
      isDangerous
      onConfirm={() => remove.mutateAsync({ path: { id, user_id } })}
    >
      {(ask) => (
        <Button variant="subtle" aria-label={t('removeOf', { name })} onClick={ask}>
          {t('remove')}
        </Button>
      )}
    </ConfirmAction>
  );
}

const mostCounted = 100;

/** What ends when a member is removed. Mounted with the dialog, so the number is fresh. */
function RemoveText({ userId, role }: { readonly userId: number; readonly role: Role }) {
  const t = useTranslations('manageOrganizations.members');
  const id = useOrganizationId();
  const upcoming = useQuery(
    apiQuery('/api/v1/organizations/{id}/members/{user_id}/registrations', {
      path: { id, user_id: userId },
      query: { when: 'upcoming', limit: mostCounted },
    }),
  );
  const isAdmin = role === 'admin' || role === 'owner';
  return (
    <Stack gap="xs">
      {upcoming.data && (
        <Text fw={600}>
          {upcoming.data.next_cursor === null
            ? t('removeShifts', { count: upcoming.data.items.length })
            : t('removeManyShifts', { count: mostCounted })}
        </Text>
      )}
      <Text>{t('removeText')}</Text>
      {isAdmin && <Text>{t('removeAccess')}</Text>}
    </Stack>
  );
}

/** The role of a member, to be changed by those who may. */
function RoleChoice({ member: { user_id, name, role } }: { readonly member: Schemas['Member'] }) {
  const t = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  const id = useOrganizationId();
  const { organization } = useMembership();
  const [wanted, setWanted] = useState<Role>();
  const change = useApiMutation('patch', '/api/v1/organizations/{id}/members/{user_id}', {
    invalidates: [
      ['/api/v1/organizations/{id}/members'],
      ['/api/v1/organizations/{id}/invitations'],
      ['/api/v1/organizations/{id}/api-keys'],
      ['/api/v1/organizations'],
    ],
    onSuccess: (changed) => void notify.success(t('roleChanged', { name, role: roleName(changed.role) })),
  });
  if (organization === undefined || isAbove(role, organization.role)) return roleName(role);
  const choices = roles.filter((one) => !isAbove(one, organization.role));
  return (
    <>
      <NativeSelect
        aria-label={t('roleOf', { name })}
        w="max-content"
        value={role}
        data={choices.map((value) => ({ value, label: roleName(value) }))}
        onChange={({ currentTarget: { value } }) => setWanted(choices.find((one) => one === value))}
      />
      {wanted !== undefined && (
        <ConfirmDialog
          title={t('roleTitle', { name })}
          text={t('roleText', { name, role: roleName(wanted), meaning: t(`meaning.${wanted}`) })}
          confirmLabel={t('roleConfirm')}
          onConfirm={() => change.mutateAsync({ path: { id, user_id }, body: { role: wanted } })}
          close={() => setWanted(undefined)}
        />
      )}
    </>
  );
}

function RoleMeanings() {
  const t = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  return (
    <Section title={t('roles')}>
      <Facts facts={roles.map((role) => [roleName(role), t(`meaning.${role}`)] as const)} />
    </Section>
  );
}
