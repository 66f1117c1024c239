import { NativeSelect, NumberInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './policies.module.css';

export type NumberRule =
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
  /** Undefined: nothing is said here. Null: no limit, whatever is said elsewhere. */
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
export function NumberPolicy(props: NumberPolicyProps) {
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
            label: inherits ? t('inherit') : t('usual', { rule: t(`${rule}.usual`) }),
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
          value={value}
          onChange={(next) => typeof next === 'number' && onChange(next)}
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
export function ChoicePolicy<Value extends string>(props: ChoicePolicyProps<Value>) {
  const { label, hint, usual, options, value, onChange, inherits } = props;
  const t = useTranslations('manageOrganizations.policy');
  return (
    <div className={classes['rule']}>
      <NativeSelect
        label={label}
        description={hint}
        value={value ?? ''}
        data={[{ value: '', label: inherits ? t('inherit') : t('usual', { rule: usual }) }, ...options]}
        onChange={({ currentTarget }) =>
          onChange(options.find((one) => one.value === currentTarget.value)?.value)
        }
      />
    </div>
  );
}
