import { Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { NightPolicy } from './night-policy.tsx';
import classes from './policies.module.css';
import { ChoicePolicy, NumberPolicy } from './policy-choice.tsx';

type Policies = Schemas['Policies'];
type Minors = NonNullable<Policies['minors']>;

interface PolicyFieldsProps {
  readonly value: Policies;
  readonly onChange: (value: Policies) => void;
  readonly inherits: boolean;
}

/** An object with one key set, or without it where nothing is said. */
function withRule<Rules extends object>(rules: Rules, change: object): Rules {
  const entries = Object.entries({ ...rules, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Rules;
}

const numbers = [
  { rule: 'signup_opens_days', unit: 'days', min: 0, max: 730, first: 30, canBeNone: true },
  { rule: 'signup_closes_minutes', unit: 'minutes', min: 0, max: 525_600, first: 60 },
  { rule: 'cancel_cutoff_hours', unit: 'hours', min: 0, max: 8_760, first: 24 },
  { rule: 'change_cutoff_hours', unit: 'hours', min: 0, max: 8_760, first: 24 },
  { rule: 'min_rest_minutes', unit: 'minutes', min: 0, max: 10_080, first: 30 },
  { rule: 'max_hours_per_week', unit: 'hours', min: 1, max: 168, first: 20, canBeNone: true },
] as const;

/** The rules of sign-up in plain words. What is left as usual is not stored. */
export function PolicyFields({ value, onChange, inherits }: PolicyFieldsProps) {
  const t = useTranslations('manageOrganizations.policy');
  const set = (change: object) => onChange(withRule(value, change));
  const late = value.allow_late_cancellation;
  return (
    <>
      <div className={classes['rules']}>
        {numbers.map((one) => (
          <NumberPolicy
            key={one.rule}
            {...one}
            inherits={inherits}
            value={value[one.rule]}
            onChange={(next) => set({ [one.rule]: next })}
          />
        ))}
        <ChoicePolicy
          label={t('allow_late_cancellation.label')}
          hint={t('allow_late_cancellation.hint')}
          usual={t('allow_late_cancellation.usual')}
          options={[
            { value: 'yes', label: t('allow_late_cancellation.yes') },
            { value: 'no', label: t('allow_late_cancellation.no') },
          ]}
          value={late === undefined ? undefined : late ? 'yes' : 'no'}
          onChange={(next) => set({ allow_late_cancellation: next === undefined ? next : next === 'yes' })}
          inherits={inherits}
        />
        <ChoicePolicy
          label={t('waitlist_mode.label')}
          hint={t('waitlist_mode.hint')}
          usual={t('waitlist_mode.usual')}
          options={(['auto', 'offer'] as const).map((mode) => ({
            value: mode,
            label: t(`waitlist_mode.${mode}`),
          }))}
          value={value.waitlist_mode}
          onChange={(next) => set({ waitlist_mode: next })}
          inherits={inherits}
        />
      </div>
      <Title order={3} size="h4">
        {t('minors')}
      </Title>
      <MinorFields
        value={value.minors ?? {}}
        onChange={(minors) => set({ minors: Object.keys(minors).length === 0 ? undefined : minors })}
        inherits={inherits}
      />
    </>
  );
}

function MinorFields({
  value,
  onChange,
  inherits,
}: {
  readonly value: Minors;
  readonly onChange: (value: Minors) => void;
  readonly inherits: boolean;
}) {
  const set = (change: object) => onChange(withRule(value, change));
  return (
    <div className={classes['rules']}>
      <NumberPolicy
        rule="minimum_age"
        unit="years"
        min={0}
        max={21}
        first={16}
        inherits={inherits}
        value={value.minimum_age}
        onChange={(next) => set({ minimum_age: next })}
      />
      <NumberPolicy
        rule="max_hours_per_day"
        unit="hours"
        min={1}
        max={24}
        first={8}
        inherits={inherits}
        value={value.max_hours_per_day}
        onChange={(next) => set({ max_hours_per_day: next })}
      />
      <NightPolicy value={value} onChange={set} inherits={inherits} />
    </div>
  );
}
