import type { Fault, RefusalCode } from '#kernel/refusal.ts';

/** The codes of a refused sign-up, the leading one first. */
const codesByRank = [
  'schedule_conflict',
  'already_registered',
  'capacity_conflict',
  'availability_conflict',
  'policy_conflict',
  'profile_incomplete',
  'requirements_incomplete',
] as const satisfies readonly RefusalCode[];

export type BlockerCode = (typeof codesByRank)[number];

/**
 * Who gets past a rule: `time` every coordinator, though it leaves a flag; `never` nobody; the others an
 * override that names them.
 */
type Binding = 'time' | 'policy' | 'availability' | 'requirements' | 'capacity' | 'never';

const bindings = {
  signup_not_open: 'time',
  signup_closed: 'time',
  shift_started: 'time',
  change_cutoff: 'time',
  cancel_cutoff: 'time',
  shift_cancelled: 'never',
  shift_not_published: 'policy',
  different_mission: 'never',
  already_registered: 'never',
  overlap: 'never',
  rest_too_short: 'policy',
  hours_per_week: 'policy',
  under_age: 'policy',
  minor_at_night: 'policy',
  minor_hours_per_day: 'policy',
  outside_availability: 'availability',
  missing_profile_field: 'requirements',
  missing_form: 'requirements',
  missing_badge: 'requirements',
  missing_journey: 'requirements',
  minimum_age: 'requirements',
  shift_full: 'capacity',
  role_full: 'capacity',
  waitlist_full: 'capacity',
} as const satisfies Record<string, Binding>;

export type Rule = keyof typeof bindings;

export interface Remedy {
  readonly text: string;
  /** Where to go, below the service's address. */
  readonly href?: string;
}

/** One reason why not, and what the person can do about it. */
export interface Blocker {
  readonly code: BlockerCode;
  readonly rule: Rule;
  readonly path: string;
  readonly message: string;
  readonly remedy: Remedy;
}

export function bindingOf(blocker: Blocker): Binding {
  return bindings[blocker.rule];
}

export interface RefusalParts {
  readonly code: BlockerCode;
  readonly detail: string;
  readonly errors: readonly Fault[];
}

/** The answer to refused people and programs: the leading code, and every blocker as a fault, leading ones first. */
export function refusalOf(blockers: readonly Blocker[], isSelf = true): RefusalParts {
  const ranked = blockers.toSorted((a, b) => codesByRank.indexOf(a.code) - codesByRank.indexOf(b.code));
  const [leading] = ranked;
  if (!leading) throw new Error('A refusal needs at least one blocker');
  return {
    code: leading.code,
    detail: sentence(leading, isSelf),
    errors: ranked.map((blocker) => ({
      path: blocker.path,
      code: blocker.rule,
      message: sentence(blocker, isSelf),
    })),
  };
}

/** A remedy with an address is a page for the person: a coordinator who acts for them only gets the reason. */
function sentence({ message, remedy: { text, href } }: Blocker, isSelf: boolean): string {
  if (href === undefined) return `${message} ${text}`;
  return isSelf ? `${message} ${text} (${href})` : message;
}
