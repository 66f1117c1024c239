import { Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { Section } from '../../../ui/section.tsx';

export interface FormSettingsValues {
  title: string;
  description: string;
  resubmission: Schemas['Form']['resubmission'];
  consent: boolean;
  renew_on_new_version: boolean;
}

const resubmissions = ['once', 'latest', 'many'] as const;

export function FormSettings({ form }: { readonly form: ReturnType<typeof useForm<FormSettingsValues>> }) {
  const t = useTranslations('manageForms');
  return (
    <Section title={t('about')}>
      <TextInput label={t('name')} required maxLength={200} {...form.getInputProps('title')} />
      <Textarea
        label={t('description')}
        description={t('descriptionHint')}
        autosize
        minRows={2}
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
      <Radio.Group size="md" label={t('resubmission')} {...form.getInputProps('resubmission')}>
        <Stack mt="xs" gap="sm">
          {resubmissions.map((value) => (
            <Radio key={value} value={value} size="md" label={t(`resubmissions.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label={t('consent')}
        description={t('consentHint')}
        {...form.getInputProps('consent', { type: 'checkbox' })}
      />
      <Switch
        label={t('renew')}
        description={t('renewHint')}
        {...form.getInputProps('renew_on_new_version', { type: 'checkbox' })}
      />
    </Section>
  );
}
