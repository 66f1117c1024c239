import { NumberInput, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useBadgeChoices, useFormChoices, useJourneyChoices } from '../../api/use-choices.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';

type Requirements = Schemas['Requirements'];
const profileFields = ['phone', 'date_of_birth', 'emergency_contact', 'email_verified'] as const;

/** What somebody must have first, each chosen from what there is. */
export function RequirementFields({
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
        onChange={(age) => onChange(typeof age === 'number' ? { ...value, minimum_age: age } : withoutAge)}
      />
    </>
  );
}
