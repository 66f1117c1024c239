import type { Fault } from '#kernel/refusal.ts';
import { profileFields, type StepKind } from './steps.ts';

/** Why a value is not what a field takes; undefined when it is. */
type Check = (value: unknown) => string | undefined;

interface Field {
  readonly check: Check;
  readonly optional?: boolean;
}

const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;
const id: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : 'must be an id';
const yesOrNo: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const amountOfHours: Check = (value) =>
  typeof value === 'number' && value * 60 >= 1 && value <= 100_000
    ? undefined
    : 'must be a number of hours, from a minute to 100,000';
const instructions: Check = (value) =>
  typeof value === 'string' && value.length <= 2_000 && !value.includes('\0')
    ? undefined
    : 'must be a text of at most 2,000 characters';
const someFields: Check = (value) => {
  const known: readonly unknown[] = profileFields;
  const isList = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
  return isList && value.every((one) => known.includes(one))
    ? undefined
    : `must be a list of some of these, each once: ${profileFields.join(', ')}`;
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

/** A config says exactly what its kind asks for: a misspelt field would silently ask for something else. */
export function configFaults(
  kind: StepKind,
  config: Readonly<Record<string, unknown>>,
  path: string,
): Fault[] {
  const known = fields[kind];
  const faults: Fault[] = [];
  for (const [name, field] of Object.entries(known)) {
    if (!Object.hasOwn(config, name)) {
      if (!field.optional)
        faults.push({
          path: `${path}.${name}`,
          code: 'required',
          message: `is required for a step of kind ${kind}`,
        });
      continue;
    }
    const message = field.check(config[name]);
    if (message !== undefined) faults.push({ path: `${path}.${name}`, code: 'invalid', message });
  }
  for (const name of Object.keys(config).filter((one) => !Object.hasOwn(known, one)))
    faults.push({
      path: `${path}.${name}`,
      code: 'unknown',
      message: `is nothing that a step of kind ${kind} knows; it knows ${Object.keys(known).join(', ')}`,
    });
  if (kind === 'hours' && Object.hasOwn(config, 'hours') === Object.hasOwn(config, 'minutes'))
    faults.push({ path, code: 'invalid', message: 'must have either hours or minutes' });
  return faults;
}
