import { type Flag, type Granted, type Refused, weigh } from './decide.ts';
import type { ActorFacts, RegistrationStatus, ShiftFacts } from './facts.ts';
import type { Policies } from './policies.ts';
import { cancelCutoffBlockers, startedBlockers } from './time-rules.ts';

export interface CancelFacts {
  readonly now: Temporal.Instant;
  readonly shift: ShiftFacts;
  readonly registration: { readonly status: RegistrationStatus };
  readonly policies: Policies;
  readonly actor: ActorFacts;
}

export type CancelDecision = Granted<'cancel'> | Refused;

/** Only an active registration can be cancelled too late: no one counts on the others yet. */
export function decideCancel(facts: CancelFacts): CancelDecision {
  const { now, shift, policies, actor } = facts;
  if (facts.registration.status !== 'active' || shift.status === 'cancelled') {
    return { outcome: 'cancel', flags: [], passed: [] };
  }
  const late = cancelCutoffBlockers(now, shift, policies);
  const binding = policies.allow_late_cancellation ? [] : late;
  const verdict = weigh([...startedBlockers(now, shift), ...binding], actor, null);
  if (verdict.blockers.length > 0) return { outcome: 'refuse', blockers: verdict.blockers };
  const flags: Flag[] = late.length > 0 ? [...verdict.flags, 'late_cancellation'] : [...verdict.flags];
  return { outcome: 'cancel', flags, passed: verdict.passed };
}
