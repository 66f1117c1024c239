import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useMe, useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Day } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { RemoveText } from './remove-text.tsx';
import { RoleChoice } from './role-choice.tsx';
import { isAbove } from './roles.ts';

type Member = Schemas['Member'];

export function MemberList({ members }: { readonly members: readonly Member[] }) {
  const t = useTranslations('manageOrganizations.members');
  const actions = useTranslations('common')('actions');
  const columns: readonly Column<Member>[] = [
    { key: 'name', label: t('name'), isTitle: true, render: (member) => <Name member={member} /> },
    { key: 'email', label: t('email'), render: ({ email }) => email ?? '–' },
    { key: 'joined', label: t('joined'), render: ({ joined_at }) => <Day at={joined_at} /> },
    { key: 'role', label: t('role'), render: (member) => <RoleChoice member={member} /> },
    { key: 'remove', label: actions, align: 'end', render: (member) => <Remove member={member} /> },
  ];
  return <DataList label={t('label')} columns={columns} rows={members} rowKey={({ user_id }) => user_id} />;
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
