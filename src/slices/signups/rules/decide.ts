import { type Blocker, bindingOf, isOfWindow } from './blocker.ts';
import { capacityBlockers, freeSpots } from './capacity.ts';
import { alreadyRegisteredBlockers, availabilityBlockers, scheduleBlockers } from './conflicts.ts';
import type { ActorFacts, Override, SignupFacts } from './facts.ts';
import { requirementBlockers } from './requirements.ts';
import { shiftStateBlockers, signupWindowBlockers, startedBlockers } from './time-rules.ts';
import { workLimitBlockers } from './work-limits.ts';

export type Flag = 'outside_window' | 'late_cancellation' | 'override';

export interface Granted<Outcome extends string> {
  readonly outcome: Outcome;
  readonly flags: readonly Flag[];
  /** What would block others and not this caller: worth keeping in the audit row. */
  readonly passed: readonly Blocker[];
}

export interface Refused {
  readonly outcome: 'refuse';
  /** Every reason, never only the first. */
  readonly blockers: readonly Blocker[];
}

export type Decision = Granted<'confirm' | 'await_approval' | 'waitlist'> | Refused;

export function decideSignup(facts: SignupFacts): Decision {
  const { shift, role, actor, override } = facts;
  const free = freeSpots(shift, role);
  const overbooks = free.full.length > 0 && isLifted('capacity', actor, override);
  const spotBlockers = overbooks ? free.full : capacityBlockers(shift, free);
  const verdict = weigh([...personalBlockers(facts), ...spotBlockers], actor, override);
  if (verdict.blockers.length > 0) return { outcome: 'refuse', blockers: verdict.blockers };
  const outcome = free.full.length > 0 && !overbooks ? 'waitlist' : outcomeWithSpot(facts);
  return { outcome, flags: verdict.flags, passed: verdict.passed };
}

export function outcomeWithSpot({ shift }: SignupFacts): 'confirm' | 'await_approval' {
  return shift.requiresApproval ? 'await_approval' : 'confirm';
}

/** Everything that may block this person, except capacity. */
export function personalBlockers(facts: SignupFacts): Blocker[] {
  return [
    ...shiftStateBlockers(facts.shift),
    ...signupWindowBlockers(facts.now, facts.shift, facts.policies),
    ...alreadyRegisteredBlockers(facts),
    ...fitnessBlockers(facts),
  ];
}

/**
 * What would keep a waiting person from a freed spot. The sign-up window does not: they asked in time.
 * Spots are for `choosePromotions` to count.
 */
export function promotionBlockers(facts: SignupFacts): Blocker[] {
  return [
    ...shiftStateBlockers(facts.shift),
    ...startedBlockers(facts.now, facts.shift),
    ...fitnessBlockers(facts),
  ];
}

/**
 * A spot that a coordinator gives to a waiting person out of turn. An offer holds its spot already. Approval is not
 * asked for: giving the spot is the approval.
 */
export function decidePromotion(facts: SignupFacts): Granted<'confirm'> | Refused {
  const { shift, role, existing, actor, override } = facts;
  const full = existing?.status === 'offered' ? [] : freeSpots(shift, role).full;
  const verdict = weigh([...promotionBlockers(facts), ...full], actor, override);
  if (verdict.blockers.length > 0) return { outcome: 'refuse', blockers: verdict.blockers };
  return { outcome: 'confirm', flags: verdict.flags, passed: verdict.passed };
}

function fitnessBlockers(facts: SignupFacts): Blocker[] {
  return [
    ...scheduleBlockers(facts),
    ...availabilityBlockers(facts),
    ...workLimitBlockers(facts),
    ...requirementBlockers(facts),
  ];
}

export interface Verdict {
  readonly blockers: readonly Blocker[];
  readonly passed: readonly Blocker[];
  readonly flags: readonly Flag[];
}

/** Parts what binds this caller from what the caller may pass, and flags the latter. */
export function weigh(blockers: readonly Blocker[], actor: ActorFacts, override: Override | null): Verdict {
  const passes = (blocker: Blocker) =>
    isLifted(bindingOf(blocker), actor, override) || (actor.isAsked === true && isOfWindow(blocker));
  const passed = blockers.filter(passes);
  const flags: Flag[] = [];
  if (passed.some((blocker) => bindingOf(blocker) === 'time')) flags.push('outside_window');
  if (passed.some((blocker) => bindingOf(blocker) !== 'time')) flags.push('override');
  return { blockers: blockers.filter((blocker) => !passes(blocker)), passed, flags };
}

function isLifted(
  binding: ReturnType<typeof bindingOf>,
  actor: ActorFacts,
  override: Override | null,
): boolean {
  if (!actor.isCoordinator || binding === 'never') return false;
  if (binding === 'time') return true;
  return override !== null && override.reason.trim() !== '' && override[binding];
}
