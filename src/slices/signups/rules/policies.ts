/** The rules an organization sets, as they are stored and sent. `null` means: no such rule. */
export interface Policies {
  /** Volunteers may sign up from this many days before the start. */
  readonly signup_opens_days: number | null;
  /** Sign-up closes this many minutes before the start. */
  readonly signup_closes_minutes: number;
  readonly cancel_cutoff_hours: number | null;
  readonly change_cutoff_hours: number | null;
  readonly min_rest_minutes: number;
  readonly max_hours_per_week: number | null;
  readonly waitlist_mode: 'auto' | 'offer';
  /** Whether people may hand their spot to others, and whether a coordinator must approve it. */
  readonly swap_mode: 'open' | 'approval' | 'off';
  /** False turns the cancellation cut-off from a flag into a refusal. */
  readonly allow_late_cancellation: boolean;
  readonly minors: MinorPolicies;
}

/** Bind people known to be under 18. */
export interface MinorPolicies {
  /** No one younger may take part at all. */
  readonly minimum_age: number | null;
  /** Local times of the shift; either one null means that minors may work at night. */
  readonly night_from: string | null;
  readonly night_until: string | null;
  readonly max_hours_per_day: number | null;
}

export type PolicyChanges = Partial<Omit<Policies, 'minors'>> & {
  readonly minors?: Partial<MinorPolicies> | null;
};

export const defaultPolicies: Policies = {
  signup_opens_days: null,
  signup_closes_minutes: 0,
  cancel_cutoff_hours: 24,
  change_cutoff_hours: null,
  min_rest_minutes: 0,
  max_hours_per_week: null,
  waitlist_mode: 'auto',
  swap_mode: 'open',
  allow_late_cancellation: true,
  minors: { minimum_age: null, night_from: '22:00', night_until: '06:00', max_hours_per_day: null },
};

/** What a program sets wins, also its null; what it leaves out comes from the organization, then the defaults. */
export function mergePolicies(organization: PolicyChanges | null, program: PolicyChanges | null): Policies {
  return {
    ...defaultPolicies,
    ...said(organization),
    ...said(program),
    minors: minorsOf(minorsOf(defaultPolicies.minors, organization?.minors), program?.minors),
  };
}

const noMinorRules: MinorPolicies = {
  minimum_age: null,
  night_from: null,
  night_until: null,
  max_hours_per_day: null,
};

function minorsOf(below: MinorPolicies, changes: PolicyChanges['minors']): MinorPolicies {
  return changes === null ? noMinorRules : { ...below, ...said(changes) };
}

/** A key that is present but undefined says nothing, and must not erase the value below it. */
function said<T extends object>(changes: T | null | undefined): Partial<T> {
  const entries = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
