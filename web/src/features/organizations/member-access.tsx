import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeLater } from '../../api/delayed-changes.ts';
import { isAbove, type Role, roles, useMe, useMembership, useOrganizationId } from '../../api/me.ts';
import { prepareChange, useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { memberKey } from '../../api/use-member.ts';
import ConfirmDialog from '../../ui/confirm-dialog.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PlainSection } from '../../ui/section.tsx';

interface Member {
  readonly user_id: number;
  readonly name: string;
  readonly role: Role;
}

/** What a member may do, to be changed by those who may. */
export function MemberAccess({ member }: { readonly member: Member }) {
  const t = useTranslations('manageOrganizations.members');
  return (
    <PlainSection title={t('role')} actions={<Remove member={member} />}>
      <RoleChoice member={member} />
      <Text size="sm" c="dimmed" mt="xs">
        {t(`meaning.${member.role}`)}
      </Text>
    </PlainSection>
  );
}

const staleAfterRemoval = [
  ['/api/v1/organizations/{id}/members'],
  ['/api/v1/organizations/{id}/people'],
  ['/api/v1/organizations/{id}/invitations'],
  ['/api/v1/organizations/{id}/api-keys'],
];

function Remove({ member: { user_id, name, role } }: { readonly member: Member }) {
  const t = useTranslations('manageOrganizations.members');
  const id = useOrganizationId();
  const navigate = useNavigate();
  const me = useMe();
  const { organization } = useMembership();
  const remove = async () => {
    const path = { id, user_id };
    changeLater({
      about: [`member ${user_id}`],
      text: t('removed', { name }),
      requests: [prepareChange('delete', '/api/v1/organizations/{id}/members/{user_id}', { path })],
      stale: staleAfterRemoval,
    });
    await navigate({ to: '/manage/people' });
  };
  if (me?.id === user_id || organization === undefined || isAbove(role, organization.role)) return null;
  return (
    <ConfirmAction
      title={t('removeTitle', { name })}
      text={<RemoveText userId={user_id} role={role} />}
      confirmLabel={t('remove')}
      isDangerous
      onConfirm={remove}
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
function RoleChoice({ member: { user_id, name, role } }: { readonly member: Member }) {
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
      ['/api/v1/organizations/{id}/people'],
      ['/api/v1/organizations'],
      memberKey,
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
