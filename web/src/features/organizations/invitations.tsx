import { Button, Group, Text } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { Day } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { InvitationLink } from './invite.tsx';

type Invitation = Schemas['Invitation'];

const tones: Readonly<Record<Invitation['status'], Tone>> = {
  open: 'attention',
  accepted: 'good',
  expired: 'quiet',
  revoked: 'quiet',
  suspended: 'bad',
};

export function Invitations() {
  const t = useTranslations('manageOrganizations.members.invite');
  const id = useOrganizationId();
  const [link, setLink] = useState<string>();
  const invitations = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/invitations', { path: { id }, query: { limit: 20 } }),
  );
  return (
    <Section title={t('title')} lead={t('lead')}>
      <CursorList
        query={invitations}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t('emptyText')}
            icon={<IconMailOpened size={40} stroke={1.5} aria-hidden />}
          />
        }
      >
        {(rows) => <InvitationList invitations={rows} showLink={setLink} />}
      </CursorList>
      <InvitationLink link={link} close={() => setLink(undefined)} />
    </Section>
  );
}

function InvitationList({
  invitations,
  showLink,
}: {
  readonly invitations: readonly Invitation[];
  readonly showLink: (url: string) => void;
}) {
  const t = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  const actions = useTranslations('common')('actions');
  const columns: readonly Column<Invitation>[] = [
    {
      key: 'to',
      label: t('invite.to'),
      isTitle: true,
      render: ({ email }) => email ?? t('invite.anyone'),
    },
    { key: 'role', label: t('role'), render: ({ role }) => roleName(role) },
    {
      key: 'status',
      label: t('invite.status'),
      render: ({ status, created_by_name: name }) => (
        <>
          <Mark tone={tones[status]}>{t(`invitationState.${status}`)}</Mark>
          {status === 'suspended' && <Text size="sm">{t('invite.suspendedText', { name })}</Text>}
        </>
      ),
    },
    { key: 'expires', label: t('invite.expires'), render: ({ expires_at }) => <Day at={expires_at} /> },
    {
      key: 'withdraw',
      label: actions,
      align: 'end',
      render: (invitation) => (
        <Group gap="xs" justify="flex-end">
          {invitation.needs_takeover && <TakeOver invitation={invitation} showLink={showLink} />}
          {(invitation.status === 'open' || invitation.needs_takeover) && (
            <Withdraw invitation={invitation} />
          )}
        </Group>
      ),
    },
  ];
  return <DataList label={t('invite.label')} columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}

function TakeOver({
  invitation: { id, organization_id },
  showLink,
}: {
  readonly invitation: Invitation;
  readonly showLink: (url: string) => void;
}) {
  const t = useTranslations('manageOrganizations.members.invite');
  const takeOver = useApiMutation(
    'post',
    '/api/v1/organizations/{id}/invitations/{invitation_id}/take-over',
    {
      invalidates: [['/api/v1/organizations/{id}/invitations']],
      onSuccess: ({ email, url }) => {
        if (email === null) showLink(url);
        else void notify.success(t('sent', { email }));
      },
    },
  );
  return (
    <ConfirmAction
      title={t('takeOverTitle')}
      text={t('takeOverText')}
      confirmLabel={t('takeOver')}
      onConfirm={() => takeOver.mutateAsync({ path: { id: organization_id, invitation_id: id } })}
    >
      {(ask) => (
        <Button variant="light" onClick={ask}>
          {t('takeOver')}
        </Button>
      )}
    </ConfirmAction>
  );
}

function Withdraw({ invitation }: { readonly invitation: Invitation }) {
  const t = useTranslations('manageOrganizations.members.invite');
  const withdraw = useApiMutation('delete', '/api/v1/organizations/{id}/invitations/{invitation_id}', {
    invalidates: [['/api/v1/organizations/{id}/invitations']],
  });
  const path = { id: invitation.organization_id, invitation_id: invitation.id };
  return (
    <ConfirmAction
      title={t('withdrawTitle')}
      text={t('withdrawText')}
      confirmLabel={t('withdraw')}
      isDangerous
      onConfirm={() => withdraw.mutateAsync({ path })}
    >
      {(ask) => (
        <Button variant="subtle" onClick={ask}>
          {t('withdraw')}
        </Button>
      )}
    </ConfirmAction>
  );
}
