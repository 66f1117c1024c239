import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { useTag } from '../../api/use-tag.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { CriteriaFields } from './criteria-fields.tsx';

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['name', 'description', 'image_url', 'expires_after_days'];

interface Values {
  name: string;
  description: string;
  image_url: string;
  expires_after_days: number | '';
  criteria: Schemas['BadgeCriteria'];
}

/** The API gives every badge a picture; the one that it draws itself is not a choice of anybody. */
const chosenImage = (url: string) => (/\/badges\/\d+\/image\.svg$/.test(url) ? '' : url);
const bodyOf = ({ image_url, expires_after_days, ...rest }: Values) => ({
  ...rest,
  image_url: image_url.trim() === '' ? null : image_url.trim(),
  expires_after_days: expires_after_days === '' ? null : expires_after_days,
});

export function CreateBadge({
  close,
  created,
}: {
  readonly close: () => void;
  readonly created: (id: number) => void;
}) {
  const t = useTranslations('manageBadges');
  const organizationId = useOrganizationId();
  const fieldErrors = useFieldErrors();
  const form = useForm<Values>({
    initialValues: {
      name: '',
      description: '',
      image_url: '',
      expires_after_days: '',
      criteria: { type: 'manual' },
    },
  });
  const create = useApiMutation('post', '/api/v1/badges', {
    invalidates: [['/api/v1/badges']],
    onSuccess: ({ id }) => created(id),
  });
  return (
    <FormDialog
      title={t('create')}
      close={close}
      submitLabel={t('submit')}
      isSending={create.isPending}
      error={create.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit((values) =>
        create.mutate(
          { body: { ...bodyOf(values), organization_id: organizationId } },
          { onError: (error) => form.setErrors(fieldErrors(error)) },
        ),
      )}
    >
      <BadgeFields form={form} />
    </FormDialog>
  );
}

export function ChangeBadge({
  badge,
  close,
}: {
  readonly badge: Schemas['Badge'];
  readonly close: () => void;
}) {
  const t = useTranslations('manageBadges');
  const save = useTranslations('common.action')('save');
  const path = { path: { id: badge.id } };
  const tag = useTag('/api/v1/badges/{id}', path);
  const { name, description, image_url, expires_after_days, criteria } = badge;
  const fieldErrors = useFieldErrors();
  const form = useForm<Values>({
    initialValues: {
      name,
      description,
      criteria,
      image_url: chosenImage(image_url),
      expires_after_days: expires_after_days ?? '',
    },
  });
  const change = useApiMutation('patch', '/api/v1/badges/{id}', {
    invalidates: [['/api/v1/badges'], ['/api/v1/badges/{id}', path]],
    onSuccess: close,
  });
  return (
    <FormDialog
      title={t('change')}
      close={close}
      submitLabel={save}
      isSending={change.isPending}
      error={change.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit((values) =>
        change.mutate(
          { ...path, body: bodyOf(values), ifMatch: tag.ifMatch },
          {
            onError: (error) => {
              form.setErrors(fieldErrors(error));
              void tag.afterRefusal(error);
            },
          },
        ),
      )}
    >
      <BadgeFields form={form} />
    </FormDialog>
  );
}

function BadgeFields({ form }: { readonly form: ReturnType<typeof useForm<Values>> }) {
  const t = useTranslations('manageBadges');
  return (
    <>
      <TextInput label={t('name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('description')}
        description={t('descriptionHint')}
        autosize
        minRows={2}
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
      <CriteriaFields
        value={form.values.criteria}
        onChange={(criteria) => form.setFieldValue('criteria', criteria)}
      />
      <NumberInput
        label={t('expires')}
        description={t('expiresHint')}
        min={1}
        max={36_500}
        allowDecimal={false}
        {...form.getInputProps('expires_after_days')}
      />
      <TextInput
        label={t('image')}
        description={t('imageHint')}
        type="url"
        maxLength={2_000}
        {...form.getInputProps('image_url')}
      />
    </>
  );
}
