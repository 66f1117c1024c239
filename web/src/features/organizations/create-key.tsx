import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['name', 'scopes.*', 'expires_in_days'];

type Scope = Schemas['ApiKey']['scopes'][number];

const scopes = [
  'shifts',
  'attendance',
  'members',
  'programs',
  'forms',
  'journeys',
  'badges',
  'webhooks',
  'organization',
  'audit',
  'jobs',
] as const satisfies readonly Scope[];

interface Values {
  name: string;
  scopes: Scope[];
  expires_in_days: number | '';
}

export function CreateKey({
  close,
  created,
}: {
  readonly close: () => void;
  readonly created: (key: string) => void;
}) {
  const t = useTranslations('manageOrganizations');
  const id = useOrganizationId();
  const fieldErrors = useFieldErrors((path) => path.split('.')[0] ?? path);
  const form = useForm<Values>({
    initialValues: { name: '', scopes: [], expires_in_days: '' },
    validate: { scopes: (chosen) => (chosen.length === 0 ? t('keys.scopesNeeded') : null) },
  });
  const create = useApiMutation('post', '/api/v1/organizations/{id}/api-keys', {
    invalidates: [['/api/v1/organizations/{id}/api-keys']],
    onSuccess: ({ key }) => created(key),
  });
  const scopeError = form.errors['scopes'];
  return (
    <FormDialog
      title={t('keys.create')}
      close={close}
      submitLabel={t('keys.submit')}
      isSending={create.isPending}
      error={create.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(({ expires_in_days: days, ...rest }) =>
        create.mutate(
          { path: { id }, body: { ...rest, ...(days !== '' && { expires_in_days: days }) } },
          { onError: (error) => form.setErrors(fieldErrors(error)) },
        ),
      )}
    >
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHint')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChooseMany
        label={t('keys.scopes')}
        options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        value={form.values.scopes}
        onChange={(chosen) => form.setFieldValue('scopes', chosen)}
        error={typeof scopeError === 'string' ? scopeError : undefined}
      />
      <NumberInput
        label={t('keys.expires')}
        description={t('keys.expiresHint')}
        min={1}
        max={3_650}
        allowDecimal={false}
        {...form.getInputProps('expires_in_days')}
      />
    </FormDialog>
  );
}
