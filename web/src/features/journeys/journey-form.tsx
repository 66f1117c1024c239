import { Alert, NativeSelect, Radio, Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { useBadgeChoices } from '../../api/use-choices.ts';
import { useTag } from '../../api/use-tag.ts';
import { notify } from '../../ui/notify.ts';
import { PublishState } from '../../ui/publish-state.tsx';
import { NameFields, SaveRow, useResourceForm } from '../../ui/resource-form.tsx';
import { Section } from '../../ui/section.tsx';
import { StepList } from './step-list.tsx';
import { planOf, type StepPlan } from './step-plan.ts';

/** What has its own input; errors of the rest are named above the buttons. */
const shownFields = ['name', 'description', 'badge_id', 'steps.*'];

type Journey = Schemas['Journey'];

interface Values {
  name: string;
  description: string;
  sequence: Journey['sequence'];
  auto_enroll: boolean;
  badge: string;
  steps: StepPlan[];
}

const sequences = ['in_order', 'any_order'] as const;

function valuesOf({ name, description, sequence, auto_enroll, badge_id, steps }: Journey): Values {
  return {
    name,
    description,
    sequence,
    auto_enroll,
    badge: badge_id === null ? '' : String(badge_id),
    steps: steps.map(planOf),
  };
}

export function JourneyForm({ journey }: { readonly journey: Journey }) {
  const t = useTranslations('manageJourneys');
  const saved = useTranslations('common.action')('saved');
  const { name } = journey;
  const path = { path: { id: journey.id } };
  const resource = useResourceForm({
    values: valuesOf(journey),
    save: useApiMutation('patch', '/api/v1/journeys/{id}', {
      invalidates: [['/api/v1/journeys/{id}', path], ['/api/v1/journeys']],
      onSuccess: () => void notify.success(saved),
    }),
    changeOf: ({ badge, ...rest }) => ({
      ...path,
      body: { ...rest, badge_id: badge === '' ? null : Number(badge) },
    }),
    tag: useTag('/api/v1/journeys/{id}', path, valuesOf),
    fieldOf: (field) => (field === 'badge_id' ? 'badge' : field),
    valuesOf,
  });
  const { form } = resource;
  return (
    <form onSubmit={resource.submit}>
      <About form={form} />
      <Section title={t('steps')}>
        {journey.status === 'published' && <Alert color="pine">{t('newVersion')}</Alert>}
        <StepList
          steps={form.values.steps}
          onChange={(steps) => form.setFieldValue('steps', steps)}
          error={resource.error}
        />
      </Section>
      <SaveRow resource={resource} shownFields={shownFields}>
        <PublishState
          path="/api/v1/journeys/{id}"
          id={journey.id}
          status={journey.status}
          words={{
            publishTitle: t('publishTitle', { name }),
            publishText: t('publishText'),
            archiveTitle: t('archiveTitle', { name }),
            archiveText: t('archiveText'),
            saveFirst: t('saveFirst'),
          }}
          isDirty={form.isDirty()}
          changed={resource.renewTag}
        />
      </SaveRow>
    </form>
  );
}

function About({ form }: { readonly form: UseFormReturnType<Values> }) {
  const t = useTranslations('manageJourneys');
  const badges = useBadgeChoices();
  return (
    <Section title={t('about')}>
      <NameFields t={t} inputProps={form.getInputProps} />
      <Radio.Group size="md" label={t('sequence')} {...form.getInputProps('sequence')}>
        <Stack mt="xs" gap="sm">
          {sequences.map((value) => (
            <Radio
              key={value}
              value={value}
              size="md"
              label={t(value)}
              description={t(`sequenceHint.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={t('badge')}
        data={[
          { value: '', label: t('noBadge') },
          ...badges.map(({ value, label }) => ({ value: String(value), label })),
        ]}
        {...form.getInputProps('badge')}
      />
      <Switch
        label={t('autoEnroll')}
        description={t('autoEnrollHint')}
        {...form.getInputProps('auto_enroll', { type: 'checkbox' })}
      />
    </Section>
  );
}
