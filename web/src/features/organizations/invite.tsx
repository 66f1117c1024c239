import { Button, NativeSelect, NumberInput, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Role, useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { notify } from '../../ui/notify.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { rolesUpTo } from './roles.ts';

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['email', 'role', 'expires_in_days'];

export function InviteButton() {
  const t = useTranslations('manageOrganizations.members.invite');
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string>();
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('create')}
      </Button>
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

export function InvitationLink({
  link,
  close,
}: {
  readonly link: string | undefined;
  readonly close: () => void;
}) {
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
  const fieldErrors = useFieldErrors();
  const form = useForm({
    initialValues: { how: 'mail', email: '', role: 'volunteer' as Role, expires_in_days: 14 },
  });
  const invite = useApiMutation('post', '/api/v1/organizations/{id}/invitations', {
    invalidates: [['/api/v1/organizations/{id}/invitations']],
    onSuccess: ({ email, url }) => {
      if (email !== null) void notify.success(t('invite.sent', { email }));
      made(email === null ? url : undefined);
    },
  });
  const byMail = form.values.how === 'mail';
  return (
    <FormDialog
      title={t('invite.create')}
      close={close}
      submitLabel={t(byMail ? 'invite.send' : 'invite.make')}
      isSending={invite.isPending}
      error={invite.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(({ email, role, expires_in_days }) =>
        invite.mutate(
          { path: { id }, body: { role, expires_in_days, ...(byMail && { email }) } },
          { onError: (error) => form.setErrors(fieldErrors(error)) },
        ),
      )}
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
        data={rolesUpTo(organization?.role ?? 'volunteer').map((value) => ({
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
    </FormDialog>
  );
}
