import { profileFields } from '#kernel/profile-fields.ts';
import type { FieldError } from '#kernel/refusal.ts';
import { journeyErrors } from '../errors.ts';
import type { StepKind } from './steps.ts';

/** What is wrong with the value of a field; undefined if nothing is. */
type Check = (value: unknown, path: string) => FieldError | undefined;

interface Field {
  readonly check: Check;
  readonly optional?: boolean;
}

const mostHours = 100_000;
const longestInstructions = 2_000;

const whole =
  (least: number, most: number): Check =>
  (value, path) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : journeyErrors.whole_number(path, { least, most });
const id: Check = (value, path) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : journeyErrors.not_chosen(path);
const yesOrNo: Check = (value, path) =>
  typeof value === 'boolean' ? undefined : journeyErrors.true_or_false(path);
const amountOfHours: Check = (value, path) =>
  typeof value === 'number' && value * 60 >= 1 && value <= mostHours
    ? undefined
    : journeyErrors.hours(path, { most: mostHours });
const instructions: Check = (value, path) =>
  typeof value === 'string' && value.length <= longestInstructions && !value.includes('\0')
    ? undefined
    : journeyErrors.instructions(path, { limit: longestInstructions });
const someFields: Check = (value, path) => {
  const known: readonly unknown[] = profileFields;
  const isList = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
  return isList && value.every((one) => known.includes(one))
    ? undefined
    : journeyErrors.profile_fields(path, { fields: profileFields });
};

const attendance = {
  program_id: { check: id, optional: true },
  mission_id: { check: id, optional: true },
  since_enrollment: { check: yesOrNo, optional: true },
};

const fields: Readonly<Record<StepKind, Readonly<Record<string, Field>>>> = {
  form: { form_id: { check: id } },
  attend_shifts: { count: { check: whole(1, 10_000) }, ...attendance },
  hours: {
    hours: { check: amountOfHours, optional: true },
    minutes: { check: whole(1, 6_000_000), optional: true },
    ...attendance,
  },
  badge: { badge_id: { check: id } },
  profile: { fields: { check: someFields, optional: true } },
  wait: { days: { check: whole(1, 3_650) } },
  manual: { instructions: { check: instructions, optional: true } },
};

/** A config has only the fields of its kind: a misspelt one would silently require something else. */
export function configErrors(
  kind: StepKind,
  config: Readonly<Record<string, unknown>>,
  path: string,
): FieldError[] {
  const known = fields[kind];
  const errors = Object.entries(known).flatMap(([name, { check, optional = false }]) => {
    const at = `${path}.${name}`;
    if (!Object.hasOwn(config, name)) return optional ? [] : [journeyErrors.config_required(at)];
    return check(config[name], at) ?? [];
  });
  for (const name of Object.keys(config).filter((one) => !Object.hasOwn(known, one)))
    errors.push(journeyErrors.config_unknown(`${path}.${name}`));
  if (kind === 'hours' && Object.hasOwn(config, 'hours') === Object.hasOwn(config, 'minutes'))
    errors.push(journeyErrors.hours_or_minutes(path));
  return errors;
}
