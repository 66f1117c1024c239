import { Button, Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconMailOpened, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isAbove, type Role, roles, useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmAction, lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { Day } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { OpenByAddress } from '../../ui/open-by-address.tsx';
import { ResourceDialog, useResourceForm } from '../../ui/resource-form.tsx';
import { Section } from '../../ui/section.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { EmptyState } from '../../ui/states.tsx';

type Invitation = Schemas['Invitation'];

const InviteMany = lazyDialog(() => import('./invite-many.tsx'));

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
      render: ({ email, name }) =>
        (email !== null && name !== null ? `${name} (${email})` : email) ?? t('invite.anyone'),
    },
    { key: 'role', label: t('role'), render: ({ role }) => roleName(role) },
    {
      key: 'status',
      label: t('invite.status'),
      render: ({ status, created_by_name: name }) => (
        <div>
          <Mark tone={tones[status]}>{t(`invitationState.${status}`)}</Mark>
          {status === 'suspended' && <Text size="sm">{t('invite.suspendedText', { name })}</Text>}
        </div>
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
  return <DataTable label={t('invite.label')} columns={columns} rows={invitations} rowKey={({ id }) => id} />;
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

/** What has its own input; errors of the rest are named above the buttons. */
const shownFields = ['email', 'role', 'expires_in_days'];

export function InviteButton() {
  const t = useTranslations('manageOrganizations.members.invite');
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string>();
  return (
    <>
      <OpenByAddress name="invite" open={() => setOpen(true)} />
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('create')}
      </Button>
      <InviteMany>
        {(open) => (
          <Button variant="default" leftSection={<IconUsersPlus size={18} aria-hidden />} onClick={open}>
            {t('several')}
          </Button>
        )}
      </InviteMany>
      {isOpen && (
        <Invite
          close={() => setOpen(false)}
          made={(url) => {
            setOpen(false);
            setLink(url);
          }}
        />
      )}
      <InvitationLink link={link} close={() => setLink(undefined)} />
    </>
  );
}

function InvitationLink({ link, close }: { readonly link: string | undefined; readonly close: () => void }) {
  const t = useTranslations('manageOrganizations.members.invite');
  if (link === undefined) return null;
  return (
    <ShownOnce
      title={t('linkTitle')}
      label={t('linkLabel')}
      text={link}
      warning={t('linkWarning')}
      close={close}
    />
  );
}

function Invite({
  close,
  made,
}: {
  readonly close: () => void;
  readonly made: (link: string | undefined) => void;
}) {
  const t = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  const id = useOrganizationId();
  const { organization } = useMembership();
  const resource = useResourceForm({
    values: { how: 'mail', email: '', role: 'volunteer' as Role, expires_in_days: 14 as number | '' },
    save: useApiMutation('post', '/api/v1/organizations/{id}/invitations', {
      invalidates: [['/api/v1/organizations/{id}/invitations']],
      onSuccess: ({ email, url }) => {
        if (email !== null) void notify.success(t('invite.sent', { email }));
        made(email === null ? url : undefined);
      },
    }),
    changeOf: ({ how, email, expires_in_days, ...rest }) => ({
      path: { id },
      body: { ...rest, expires_in_days: Number(expires_in_days), ...(how === 'mail' && { email }) },
    }),
  });
  const { form } = resource;
  const byMail = form.values.how === 'mail';
  return (
    <ResourceDialog
      resource={resource}
      title={t('invite.create')}
      submitLabel={t(byMail ? 'invite.send' : 'invite.make')}
      shownFields={shownFields}
      close={close}
    >
      <SegmentedControl
        aria-label={t('invite.how')}
        fullWidth
        size="md"
        data={[
          { value: 'mail', label: t('invite.byMail') },
          { value: 'link', label: t('invite.byLink') },
        ]}
        {...form.getInputProps('how')}
      />
      {byMail ? (
        <TextInput
          label={t('invite.email')}
          description={t('invite.emailHint')}
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
      ) : (
        <Text>{t('invite.linkHint')}</Text>
      )}
      <NativeSelect
        label={t('invite.role')}
        description={`${roleName(form.values.role)}: ${t(`meaning.${form.values.role}`)}`}
        data={roles
          .filter((one) => !isAbove(one, organization?.role ?? 'volunteer'))
          .map((value) => ({
            value,
            label: roleName(value),
          }))}
        {...form.getInputProps('role')}
      />
      <NumberInput
        label={t('invite.days')}
        min={1}
        max={90}
        allowDecimal={false}
        required
        {...form.getInputProps('expires_in_days')}
      />
    </ResourceDialog>
  );
}
