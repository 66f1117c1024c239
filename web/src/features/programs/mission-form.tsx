import { Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { profileFields, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { useBadgeChoices, useFormChoices, useJourneyChoices } from '../../api/use-choices.ts';
import { useTag } from '../../api/use-tag.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import {
  NameFields,
  ResourceDialog,
  type ResourceDialogProps,
  useResourceForm,
} from '../../ui/resource-form.tsx';

/** Fields with their own input; errors of other fields are shown above the buttons. */
const shownFields = ['name', 'description'];

interface Values {
  name: string;
  description: string;
  requirements: Schemas['Requirements'];
}

const valuesOf = ({ name, description, requirements }: Schemas['Mission']): Values => ({
  name,
  description,
  requirements,
});

const noMission: Values = { name: '', description: '', requirements: {} };
const stale = [['/api/v1/missions'], ['/api/v1/missions/{id}']] as const;

export function CreateMission({ close }: { readonly close: () => void }) {
  const t = useTranslations('programs.missions');
  const organization_id = useOrganizationId();
  const resource = useResourceForm({
    values: noMission,
    save: useApiMutation('post', '/api/v1/missions', { invalidates: stale, onSuccess: close }),
    changeOf: (values) => ({ body: { ...values, organization_id } }),
  });
  return <MissionDialog resource={resource} title={t('create')} submitLabel={t('submit')} close={close} />;
}

interface ChangeMissionProps {
  readonly mission: Schemas['Mission'];
  readonly close: () => void;
}

export function ChangeMission({ mission, close }: ChangeMissionProps) {
  const t = useTranslations('programs.missions');
  const save = useTranslations('common.action')('save');
  const path = { path: { id: mission.id } };
  const resource = useResourceForm({
    values: valuesOf(mission),
    save: useApiMutation('patch', '/api/v1/missions/{id}', { invalidates: stale, onSuccess: close }),
    changeOf: (body) => ({ ...path, body }),
    tag: useTag('/api/v1/missions/{id}', path, valuesOf),
  });
  return <MissionDialog resource={resource} title={t('change')} submitLabel={save} close={close} />;
}

function MissionDialog(props: ResourceDialogProps<Values>) {
  const t = useTranslations('programs.missions');
  const { form } = props.resource;
  return (
    <ResourceDialog {...props} shownFields={shownFields} size="xl">
      <NameFields t={t} inputProps={form.getInputProps} />
      <RequirementFields
        value={form.values.requirements}
        onChange={(requirements) => form.setFieldValue('requirements', requirements)}
      />
    </ResourceDialog>
  );
}

type Requirements = Schemas['Requirements'];

/** What people need before they can sign up. */
function RequirementFields({
  value,
  onChange,
}: {
  readonly value: Requirements;
  readonly onChange: (value: Requirements) => void;
}) {
  const t = useTranslations('programs.missions');
  const field = useTranslations('common.profileField');
  const forms = useFormChoices();
  const badges = useBadgeChoices();
  const journeys = useJourneyChoices();
  const { minimum_age: _, ...withoutAge } = value;
  return (
    <>
      <Stack gap={2}>
        <Title order={3} size="h4">
          {t('requirements')}
        </Title>
        <Text c="dimmed" size="sm">
          {t('requirementsHint')}
        </Text>
      </Stack>
      <ChooseMany
        label={t('forms')}
        none={t('noForms')}
        options={forms}
        value={value.forms ?? []}
        onChange={(ids) => onChange({ ...value, forms: ids })}
      />
      <ChooseMany
        label={t('badges')}
        none={t('noBadges')}
        options={badges}
        value={value.badges ?? []}
        onChange={(ids) => onChange({ ...value, badges: ids })}
      />
      <ChooseMany
        label={t('journeys')}
        none={t('noJourneys')}
        options={journeys}
        value={value.journeys ?? []}
        onChange={(ids) => onChange({ ...value, journeys: ids })}
      />
      <ChooseMany
        label={t('profile')}
        options={profileFields.map((name) => ({ value: name, label: field(name) }))}
        value={value.profile_fields ?? []}
        onChange={(fields) => onChange({ ...value, profile_fields: fields })}
      />
      <NumberInput
        label={t('age')}
        description={t('ageHint')}
        min={0}
        max={120}
        allowDecimal={false}
        value={value.minimum_age ?? ''}
        onChange={(age) => onChange(age === '' ? withoutAge : { ...value, minimum_age: age })}
      />
    </>
  );
}
