import {
  aboutPerson,
  declaredErrors,
  type FieldError,
  type LiftableBy,
  Refusal,
  type RefusalCode,
} from '#kernel/refusal.ts';

/** One reason why a person cannot have what they ask for: an error that the service gives for them. */
export type Blocker = FieldError;

/** The codes of a refused sign-up, the leading one first. */
export const blockingCodes: readonly RefusalCode[] = [
  'schedule_conflict',
  'already_registered',
  'capacity_conflict',
  'availability_conflict',
  'policy_conflict',
  'profile_incomplete',
  'requirements_incomplete',
];

/** Rules that coordinators may break without a reason, though it leaves a flag. */
const timeRules = new Set([
  'signup_not_open',
  'signup_closed',
  'shift_started',
  'change_cutoff',
  'cancel_cutoff',
]);

/** Sign-up isn't open yet, or has closed. */
export const isOfWindow = ({ code }: Blocker): boolean =>
  code === 'signup_not_open' || code === 'signup_closed';

/** Who gets past a rule: `time` every coordinator, `never` nobody, the others an override that names them. */
export function bindingOf({ code, text }: Blocker): LiftableBy | 'time' | 'never' {
  return timeRules.has(code) ? 'time' : (declaredErrors.get(text)?.liftableBy ?? 'never');
}

/** The code of the answer that a blocker alone would lead to. */
export function answerCodeOf({ text }: Blocker): RefusalCode {
  return declaredErrors.get(text)?.refusal ?? 'validation_failed';
}

/** The refusal for all blockers, leading ones first. `about` names the person, where the reader acts for them. */
export function refusalOf(blockers: readonly Blocker[], about?: string): Refusal {
  const rank = (blocker: Blocker) => blockingCodes.indexOf(answerCodeOf(blocker));
  const ranked = blockers.toSorted((one, other) => rank(one) - rank(other));
  const [leading] = ranked;
  if (!leading) throw new Error('A refusal needs at least one blocker');
  const errors = about === undefined ? ranked : aboutPerson(ranked, about);
  return new Refusal(answerCodeOf(leading), { errors });
}
