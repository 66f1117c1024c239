import { TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { useTag } from '../../api/use-tag.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import {
  NameFields,
  ResourceDialog,
  type ResourceDialogProps,
  useResourceForm,
} from '../../ui/resource-form.tsx';
import { CriteriaFields } from './criteria-fields.tsx';

/** Fields with their own input; errors of other fields are shown above the buttons. */
const shownFields = ['name', 'description', 'image_url', 'expires_after_days'];

interface Values {
  name: string;
  description: string;
  image_url: string;
  expires_after_days: number | '';
  criteria: Schemas['BadgeCriteria'];
}

/** The API gives every badge a picture; the one that it draws itself is not a choice of anyone. */
const chosenImage = (url: string) => (/\/badges\/\d+\/image\.svg$/.test(url) ? '' : url);
const bodyOf = ({ image_url, expires_after_days, ...rest }: Values) => ({
  ...rest,
  image_url: image_url.trim() === '' ? null : image_url.trim(),
  expires_after_days: expires_after_days === '' ? null : expires_after_days,
});

function valuesOf({ name, description, image_url, expires_after_days, criteria }: Schemas['Badge']): Values {
  return {
    name,
    description,
    criteria,
    image_url: chosenImage(image_url),
    expires_after_days: expires_after_days ?? '',
  };
}

const noBadge: Values = {
  name: '',
  description: '',
  image_url: '',
  expires_after_days: '',
  criteria: { type: 'manual' },
};

interface CreateBadgeProps {
  readonly close: () => void;
  readonly created: (id: number) => void;
}

export function CreateBadge({ close, created }: CreateBadgeProps) {
  const t = useTranslations('manageBadges');
  const organization_id = useOrganizationId();
  const resource = useResourceForm({
    values: noBadge,
    save: useApiMutation('post', '/api/v1/badges', {
      invalidates: [['/api/v1/badges']],
      onSuccess: ({ id }) => created(id),
    }),
    changeOf: (values) => ({ body: { ...bodyOf(values), organization_id } }),
  });
  return <BadgeDialog resource={resource} title={t('create')} submitLabel={t('submit')} close={close} />;
}

interface ChangeBadgeProps {
  readonly badge: Schemas['Badge'];
  readonly close: () => void;
}

export function ChangeBadge({ badge, close }: ChangeBadgeProps) {
  const t = useTranslations('manageBadges');
  const save = useTranslations('common.action')('save');
  const path = { path: { id: badge.id } };
  const resource = useResourceForm({
    values: valuesOf(badge),
    save: useApiMutation('patch', '/api/v1/badges/{id}', {
      invalidates: [['/api/v1/badges'], ['/api/v1/badges/{id}', path]],
      onSuccess: close,
    }),
    changeOf: (changed) => ({ ...path, body: bodyOf(changed) }),
    tag: useTag('/api/v1/badges/{id}', path, valuesOf),
  });
  return <BadgeDialog resource={resource} title={t('change')} submitLabel={save} close={close} />;
}

function BadgeDialog(props: ResourceDialogProps<Values>) {
  const t = useTranslations('manageBadges');
  const { form } = props.resource;
  return (
    <ResourceDialog {...props} shownFields={shownFields}>
      <NameFields t={t} hint={t('descriptionHint')} inputProps={form.getInputProps} />
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
    </ResourceDialog>
  );
}
