import { NativeSelect, Switch, TextInput, Title } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../time/hooks.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from './policies.module.css';

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
          usual={t('allow_late_cancellation.default')}
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
          usual={t('waitlist_mode.default')}
          options={(['auto', 'offer'] as const).map((mode) => ({
            value: mode,
            label: t(`waitlist_mode.${mode}`),
          }))}
          value={value.waitlist_mode}
          onChange={(next) => set({ waitlist_mode: next })}
          inherits={inherits}
        />
        <ChoicePolicy
          label={t('swap_mode.label')}
          hint={t('swap_mode.hint')}
          usual={t('swap_mode.default')}
          options={(['open', 'approval', 'off'] as const).map((mode) => ({
            value: mode,
            label: t(`swap_mode.${mode}`),
          }))}
          value={value.swap_mode}
          onChange={(next) => set({ swap_mode: next })}
          inherits={inherits}
        />
      </div>
      <Title order={3} size="h4">
        {t('minors')}
      </Title>
      <Switch
        label={t('no_minor_rules.label')}
        description={t('no_minor_rules.hint')}
        checked={value.minors === null}
        onChange={({ currentTarget }) => set({ minors: currentTarget.checked ? null : undefined })}
      />
      {value.minors !== null && (
        <MinorFields
          value={value.minors ?? {}}
          onChange={(minors) => set({ minors: Object.keys(minors).length === 0 ? undefined : minors })}
          inherits={inherits}
        />
      )}
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

interface Night {
  readonly night_from?: string | undefined;
  readonly night_until?: string | undefined;
}

/** From when until when minors rest. */
function NightPolicy({
  value,
  onChange,
  inherits,
}: {
  readonly value: Night;
  readonly onChange: (value: Night) => void;
  readonly inherits: boolean;
}) {
  const t = useTranslations('manageOrganizations.policy');
  const times = useTimes();
  const { night_from: from = '22:00', night_until: until = '06:00' } = value;
  const isSet = value.night_from !== undefined || value.night_until !== undefined;
  return (
    <div className={classes['rule']}>
      <NativeSelect
        label={t('night.label')}
        description={t('night.hint')}
        value={isSet ? 'own' : 'inherit'}
        data={[
          {
            value: 'inherit',
            label: inherits
              ? t('inherit')
              : t('default', {
                  rule: t('night.default', { from: times.clock(22 * 60), until: times.clock(6 * 60) }),
                }),
          },
          { value: 'own', label: t('own') },
        ]}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.value === 'own'
              ? { night_from: from, night_until: until }
              : { night_from: undefined, night_until: undefined },
          )
        }
      />
      {isSet && (
        <div className={classes['times']}>
          <TextInput
            type="time"
            label={t('from')}
            required
            value={from}
            onChange={({ currentTarget }) =>
              onChange({ night_from: currentTarget.value, night_until: until })
            }
          />
          <TextInput
            type="time"
            label={t('until')}
            required
            value={until}
            onChange={({ currentTarget }) => onChange({ night_from: from, night_until: currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}

type NumberRule =
  | 'signup_opens_days'
  | 'signup_closes_minutes'
  | 'cancel_cutoff_hours'
  | 'change_cutoff_hours'
  | 'min_rest_minutes'
  | 'max_hours_per_week'
  | 'minimum_age'
  | 'max_hours_per_day';

interface NumberPolicyProps {
  readonly rule: NumberRule;
  readonly unit: 'days' | 'minutes' | 'hours' | 'years';
  /** Undefined: not set here. Null: no limit, even if there is one elsewhere. */
  readonly value: number | null | undefined;
  readonly onChange: (value: number | null | undefined) => void;
  readonly min: number;
  readonly max: number;
  /** What to begin with when a rule is set. */
  readonly first: number;
  readonly canBeNone?: boolean;
  /** Of a program: what it leaves out comes from its organization. */
  readonly inherits: boolean;
}

/** One rule with a number: left as it is, without a limit, or set. */
function NumberPolicy(props: NumberPolicyProps) {
  const { rule, unit, value, onChange, min, max, first, canBeNone = false, inherits } = props;
  const t = useTranslations('manageOrganizations.policy');
  const mode = value === undefined ? 'inherit' : value === null ? 'none' : 'own';
  const choose = (next: string) =>
    onChange(next === 'inherit' ? undefined : next === 'none' ? null : (value ?? first));
  return (
    <div className={classes['rule']}>
      <NativeSelect
        label={t(`${rule}.label`)}
        description={t(`${rule}.hint`)}
        value={mode}
        data={[
          {
            value: 'inherit',
            label: inherits ? t('inherit') : t('default', { rule: t(`${rule}.default`) }),
          },
          ...(canBeNone && inherits ? [{ value: 'none', label: t('none') }] : []),
          { value: 'own', label: t('own') },
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {typeof value === 'number' && (
        <NumberInput
          aria-label={`${t(`${rule}.label`)}: ${t(unit)}`}
          suffix={` ${t(unit)}`}
          min={min}
          max={max}
          allowDecimal={false}
          required
          isStrict
          value={value}
          onChange={(next) => next !== '' && onChange(next)}
        />
      )}
    </div>
  );
}

interface ChoicePolicyProps<Value extends string> {
  readonly label: string;
  readonly hint: string;
  readonly usual: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly inherits: boolean;
}

/** One rule that is a choice of few. */
function ChoicePolicy<Value extends string>(props: ChoicePolicyProps<Value>) {
  const { label, hint, usual, options, value, onChange, inherits } = props;
  const t = useTranslations('manageOrganizations.policy');
  return (
    <div className={classes['rule']}>
      <NativeSelect
        label={label}
        description={hint}
        value={value ?? ''}
        data={[{ value: '', label: inherits ? t('inherit') : t('default', { rule: usual }) }, ...options]}
        onChange={({ currentTarget }) =>
          onChange(options.find((one) => one.value === currentTarget.value)?.value)
        }
      />
    </div>
  );
}
