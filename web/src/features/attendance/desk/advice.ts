import type { Refusal } from './deliver.ts';

/** What a refusal means for the desk, and what to do about it; the texts are in `desk.refusal`. */
const reasons = {
  invalid: 'invalidCode',
  expired: 'expiredCode',
  other_person: 'otherPerson',
  other_shift: 'otherShift',
  poster: 'poster',
  not_registered: 'notRegistered',
  not_checked_in: 'notCheckedIn',
  needs_approval: 'needsApproval',
  shift_cancelled: 'shiftCancelled',
  shift_full: 'full',
  future: 'clock',
  too_old: 'tooOld',
} as const;

const codes = {
  forbidden: 'forbidden',
  not_found: 'notFound',
  conflict: 'conflict',
  capacity_conflict: 'full',
  schedule_conflict: 'elsewhere',
  policy_conflict: 'rule',
  requirements_incomplete: 'requirements',
  profile_incomplete: 'requirements',
  internal_error: 'failed',
} as const;

export type Advice = (typeof reasons)[keyof typeof reasons] | (typeof codes)[keyof typeof codes] | 'other';

export function adviceOn({ code, reason }: Pick<Refusal, 'code' | 'reason'>): Advice {
  if (Object.hasOwn(reasons, reason)) return reasons[reason as keyof typeof reasons];
  if (Object.hasOwn(codes, code)) return codes[code as keyof typeof codes];
  return 'other';
}

/** Sending the same entry again can help once the cause has been fixed. */
const hopeless: ReadonlySet<Advice> = new Set([
  'invalidCode',
  'expiredCode',
  'otherPerson',
  'tooOld',
  'poster',
]);

export const canTryAgain = (advice: Advice): boolean => !hopeless.has(advice);
