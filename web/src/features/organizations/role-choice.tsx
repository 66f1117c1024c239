import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { type Role, useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import ConfirmDialog from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { isAbove, rolesUpTo } from './roles.ts';

/** The role of a member, to be changed by those who may. */
export function RoleChoice({ member: { user_id, name, role } }: { readonly member: Schemas['Member'] }) {
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
  const choices = rolesUpTo(organization.role);
  return (
    <>
      <NativeSelect
        aria-label={t('roleOf', { name })}
        miw="11.5rem"
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
