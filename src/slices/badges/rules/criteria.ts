import type { Fault } from '#kernel/refusal.ts';

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
export function criteriaFaults(given: CriteriaInput): Fault[] {
  const { type, threshold } = given;
  const fault = (field: string, code: string, message: string): Fault => ({
    path: `criteria.${field}`,
    code,
    message,
  });
  const faults = Object.keys(given)
    .filter((name) => name !== 'type' && name !== 'narrative' && !fields[type].includes(name))
    .map((name) => fault(name, 'not_allowed', `does not belong to criteria of type ${type}`));
  if (type === 'manual') return faults;
  if (threshold === undefined) {
    if (type !== 'journey') faults.push(fault('threshold', 'required', 'is required'));
    return faults;
  }
  if (type !== 'hours' && !Number.isInteger(threshold))
    faults.push(fault('threshold', 'type', 'must be a whole number'));
  const least = type === 'streak' ? 2 : type === 'hours' ? 0.25 : 1;
  if (threshold < least || threshold > most[type])
    faults.push(fault('threshold', 'range', `must be between ${least} and ${most[type]}`));
  if (type === 'journey' && given.journey_id !== undefined && threshold !== 1)
    faults.push(fault('threshold', 'not_allowed', 'is 1 where one journey is named; leave it out'));
  return faults;
}

/** Criteria without faults, with what was left out filled in. */
export function settleCriteria(given: CriteriaInput): Criteria {
  const { type, threshold = 1, unit = 'week', narrative } = given;
  const told = narrative === undefined || narrative.trim() === '' ? {} : { narrative: narrative.trim() };
  const program = given.program_id === undefined ? {} : { program_id: given.program_id };
  switch (type) {
    case 'manual':
      return { type, ...told };
    case 'hours':
    case 'shifts':
      return { type, threshold, ...program, ...told };
    case 'streak':
      return { type, threshold, unit, ...program, ...told };
    case 'journey': {
      const journey = given.journey_id === undefined ? {} : { journey_id: given.journey_id };
      return { type, threshold, ...journey, ...told };
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

/** Whether somebody may earn under one what they would not under the other. */
export function isSameGoal(one: Criteria, other: Criteria): boolean {
  const goal = ({ narrative: _, ...rest }: Criteria) =>
    JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return goal(one) === goal(other);
}

/** How the badge is earned, for people: the organization's own words, or ours. */
export function narrate(criteria: Criteria): string {
  if (criteria.narrative !== undefined) return criteria.narrative;
  const { type } = criteria;
  if (type === 'manual') return 'Awarded by the organization.';
  const count = criteria.threshold;
  switch (type) {
    case 'hours':
      return `Volunteered for ${count} ${count === 1 ? 'hour' : 'hours'}.`;
    case 'shifts':
      return `Attended ${count} ${count === 1 ? 'shift' : 'shifts'}.`;
    case 'streak':
      return `Attended a shift in each of ${count} ${criteria.unit}s in a row.`;
    case 'journey':
      return criteria.journey_id !== undefined || count === 1
        ? 'Completed a journey.'
        : `Completed ${count} journeys.`;
  }
}
