import { NativeSelect, Switch, Textarea } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { profileFields } from '../../api/me.ts';
import {
  type Choice,
  useBadgeChoices,
  useFormChoices,
  useMissionChoices,
  useProgramChoices,
} from '../../api/use-choices.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from '../../ui/parts.module.css';
import { type StepPlan, withConfig } from './step-plan.ts';

interface StepConfigProps {
  readonly step: StepPlan;
  readonly onChange: (step: StepPlan) => void;
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : '');

/** The settings of a step of this kind. */
export function StepConfig({ step, onChange }: StepConfigProps) {
  const t = useTranslations('manageJourneys.step');
  const { kind, config } = step;
  const set = (name: string, value: unknown) => onChange(withConfig(step, name, value));
  switch (kind) {
    case 'form':
      return <FormStep step={step} onChange={onChange} />;
    case 'badge':
      return <BadgeStep step={step} onChange={onChange} />;
    case 'profile':
      return <ProfileStep step={step} onChange={onChange} />;
    case 'attend_shifts':
    case 'hours':
      return <AttendanceStep step={step} onChange={onChange} />;
    case 'wait':
      return (
        <NumberInput
          label={t('days')}
          required
          min={1}
          max={3_650}
          allowDecimal={false}
          value={numberOf(config['days'])}
          onChange={(days) => set('days', days === '' ? undefined : days)}
        />
      );
    case 'manual':
      return (
        <Textarea
          label={t('instructions')}
          description={t('instructionsHint')}
          autosize
          minRows={2}
          maxLength={2_000}
          value={String(config['instructions'] ?? '')}
          onChange={({ currentTarget: { value } }) => set('instructions', value === '' ? undefined : value)}
        />
      );
  }
}

/** One of those that there are; also the one that was chosen once and is archived by now. */
function IdChoice({
  label,
  none,
  options,
  value,
  onChange,
  isRequired = false,
}: {
  readonly label: string;
  readonly none: string;
  readonly options: readonly Choice[];
  readonly value: unknown;
  readonly onChange: (id: number | undefined) => void;
  readonly isRequired?: boolean;
}) {
  const t = useTranslations('common');
  const isKnown = typeof value !== 'number' || options.some((one) => one.value === value);
  return (
    <NativeSelect
      label={label}
      required={isRequired}
      value={typeof value === 'number' ? value : ''}
      data={[
        { value: '', label: none },
        ...(isKnown ? [] : [{ value: String(value), label: t('archivedItem', { id: String(value) }) }]),
        ...options.map((one) => ({ value: String(one.value), label: one.label })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
    />
  );
}

function FormStep({ step, onChange }: StepConfigProps) {
  const t = useTranslations('manageJourneys.step');
  return (
    <IdChoice
      label={t('form')}
      none={t('choose')}
      options={useFormChoices()}
      value={step.config['form_id']}
      onChange={(id) => onChange(withConfig(step, 'form_id', id))}
      isRequired
    />
  );
}

function BadgeStep({ step, onChange }: StepConfigProps) {
  const t = useTranslations('manageJourneys.step');
  return (
    <IdChoice
      label={t('badge')}
      none={t('choose')}
      options={useBadgeChoices()}
      value={step.config['badge_id']}
      onChange={(id) => onChange(withConfig(step, 'badge_id', id))}
      isRequired
    />
  );
}

function ProfileStep({ step, onChange }: StepConfigProps) {
  const t = useTranslations('manageJourneys.step');
  const field = useTranslations('common.profileField');
  const fields = Array.isArray(step.config['fields']) ? (step.config['fields'] as string[]) : [];
  return (
    <ChooseMany
      label={t('fields')}
      description={t('fieldsHint')}
      options={profileFields.map((value) => ({ value: value as string, label: field(value) }))}
      value={fields}
      onChange={(chosen) => onChange(withConfig(step, 'fields', chosen.length === 0 ? undefined : chosen))}
    />
  );
}

function AttendanceStep({ step, onChange }: StepConfigProps) {
  const t = useTranslations('manageJourneys.step');
  const { kind, config } = step;
  const set = (name: string, value: unknown) => onChange(withConfig(step, name, value));
  // The API also takes minutes; here everything is hours.
  const hours = typeof config['minutes'] === 'number' ? config['minutes'] / 60 : config['hours'];
  return (
    <>
      <div className={classes['two']}>
        {kind === 'hours' ? (
          <NumberInput
            label={t('hours')}
            required
            min={0.25}
            max={100_000}
            value={numberOf(hours)}
            onChange={(next) =>
              onChange(
                withConfig(withConfig(step, 'minutes', undefined), 'hours', next === '' ? undefined : next),
              )
            }
          />
        ) : (
          <NumberInput
            label={t('count')}
            required
            min={1}
            max={10_000}
            allowDecimal={false}
            value={numberOf(config['count'])}
            onChange={(next) => set('count', next === '' ? undefined : next)}
          />
        )}
        <IdChoice
          label={t('program')}
          none={t('anyProgram')}
          options={useProgramChoices()}
          value={config['program_id']}
          onChange={(id) => set('program_id', id)}
        />
        <IdChoice
          label={t('mission')}
          none={t('anyMission')}
          options={useMissionChoices()}
          value={config['mission_id']}
          onChange={(id) => set('mission_id', id)}
        />
      </div>
      <Switch
        label={t('since')}
        checked={config['since_enrollment'] === true}
        onChange={({ currentTarget }) => set('since_enrollment', currentTarget.checked || undefined)}
      />
    </>
  );
}
