import type { FieldError } from '#kernel/refusal.ts';
import { badgeErrors } from '../errors.ts';

export const criteriaTypes = ['manual', 'hours', 'shifts', 'streak', 'journey'] as const;
export const streakUnits = ['week', 'month'] as const;

/** How a badge is earned, as it is kept. */
export type Criteria =
  | { readonly type: 'manual'; readonly narrative?: string }
  | {
      readonly type: 'hours' | 'shifts';
      readonly threshold: number;
      readonly program_id?: number;
      readonly narrative?: string;
    }
  | {
      readonly type: 'streak';
      readonly threshold: number;
      readonly unit: (typeof streakUnits)[number];
      readonly program_id?: number;
      readonly narrative?: string;
    }
  | {
      readonly type: 'journey';
      readonly threshold: number;
      readonly journey_id?: number;
      readonly narrative?: string;
    };
export type AutomaticCriteria = Exclude<Criteria, { type: 'manual' }>;

/** The same as it is sent: which fields belong together is decided here. */
export interface CriteriaInput {
  readonly type: (typeof criteriaTypes)[number];
  readonly threshold?: number;
  readonly unit?: (typeof streakUnits)[number];
  readonly program_id?: number;
  readonly journey_id?: number;
  readonly narrative?: string;
}

/** At most this much may be asked for. */
const most: Record<CriteriaInput['type'], number> = {
  manual: 0,
  hours: 100_000,
  shifts: 100_000,
  streak: 520,
  journey: 1_000,
};

const fields: Record<CriteriaInput['type'], readonly string[]> = {
  manual: [],
  hours: ['threshold', 'program_id'],
  shifts: ['threshold', 'program_id'],
  streak: ['threshold', 'unit', 'program_id'],
  journey: ['threshold', 'journey_id'],
};

/** Everything that is wrong with criteria as they were sent. */
export function criteriaErrors(given: CriteriaInput): FieldError[] {
  const { type, threshold } = given;
  const errors = Object.keys(given)
    .filter((name) => name !== 'type' && name !== 'narrative' && !fields[type].includes(name))
    .map((name) => badgeErrors.criteria_field(`criteria.${name}`, { type }));
  if (type === 'manual') return errors;
  const path = 'criteria.threshold';
  if (threshold === undefined) {
    if (type !== 'journey') errors.push(badgeErrors.threshold_required(path));
    return errors;
  }
  if (type !== 'hours' && !Number.isInteger(threshold)) errors.push(badgeErrors.threshold_whole(path));
  const least = type === 'streak' ? 2 : type === 'hours' ? 0.25 : 1;
  if (threshold < least || threshold > most[type])
    errors.push(badgeErrors.threshold_range(path, { least, most: most[type] }));
  if (type === 'journey' && given.journey_id !== undefined && threshold !== 1)
    errors.push(badgeErrors.threshold_of_one_journey(path));
  return errors;
}

/** Criteria without errors, with what was left out filled in. */
export function completeCriteria(given: CriteriaInput): Criteria {
  const { type, threshold = 1, unit = 'week', narrative } = given;
  const words = narrative === undefined || narrative.trim() === '' ? {} : { narrative: narrative.trim() };
  const program = given.program_id === undefined ? {} : { program_id: given.program_id };
  switch (type) {
    case 'manual':
      return { type, ...words };
    case 'hours':
    case 'shifts':
      return { type, threshold, ...program, ...words };
    case 'streak':
      return { type, threshold, unit, ...program, ...words };
    case 'journey': {
      const journey = given.journey_id === undefined ? {} : { journey_id: given.journey_id };
      return { type, threshold, ...journey, ...words };
    }
  }
}

/**
 * Criteria as they are kept, if they have the form that is shown, else those of a badge that is awarded by hand: one
 * organization's badge must not break a list of all.
 */
export function shownCriteria(kept: unknown): Criteria {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<string, unknown>>;
  const isSound =
    criteriaTypes.some((type) => type === given['type']) &&
    ['threshold', 'program_id', 'journey_id'].every(
      (name) => isAbsent(given[name]) || Number.isFinite(given[name]),
    ) &&
    (isAbsent(given['unit']) || streakUnits.some((unit) => unit === given['unit'])) &&
    (isAbsent(given['narrative']) || typeof given['narrative'] === 'string');
  return isSound ? (kept as Criteria) : { type: 'manual' };
}

const isAbsent = (value: unknown): boolean => value === undefined;

export function isAutomatic(criteria: Criteria): criteria is AutomaticCriteria {
  return criteria.type !== 'manual';
}

/** Whether the same people earn the badge under both. */
export function isSameGoal(one: Criteria, other: Criteria): boolean {
  const goal = ({ narrative: _, ...rest }: Criteria) =>
    JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return goal(one) === goal(other);
}
