import { knownZone } from '#kernel/zones.ts';
import { signupErrors } from '../errors.ts';
import type { Blocker } from './blocker.ts';
import { freeSpots } from './capacity.ts';
import { type Granted, outcomeWithSpot, personalBlockers, type Refused, weigh } from './decide.ts';
import { holdsSpot, type RegistrationStatus, type ShiftFacts, type SignupFacts } from './facts.ts';
import type { Policies } from './policies.ts';
import { changeCutoffBlockers, startedBlockers } from './time-rules.ts';

export interface ChangeFacts {
  /** The sign-up on the destination, its facts before the change. */
  readonly destination: SignupFacts;
  /** The registration that is left, with its program's policies. */
  readonly current: {
    readonly shift: ShiftFacts;
    readonly roleId: number | null;
    readonly status: RegistrationStatus;
    readonly policies: Policies;
  };
  /** Whose calendar says in which week a shift lies. */
  readonly organizationTimeZone: string;
}

export type ChangeDecision = Granted<'confirm' | 'await_approval'> | Refused;

/** People can't switch to a waitlist: they give up a spot only for another spot. */
export function decideChange(facts: ChangeFacts): ChangeDecision {
  const { actor, override } = facts.destination;
  const destination = withoutCurrent(facts);
  const blockers = [
    ...leavingBlockers(facts),
    ...personalBlockers(destination),
    ...freeSpots(destination.shift, destination.role).full,
  ];
  const verdict = weigh(blockers, actor, override);
  if (verdict.blockers.length > 0) return { outcome: 'refuse', blockers: verdict.blockers };
  return { outcome: outcomeWithSpot(destination), flags: verdict.flags, passed: verdict.passed };
}

function leavingBlockers({ destination, current }: ChangeFacts): Blocker[] {
  const { now, shift, role } = destination;
  const cutoff = changeCutoffBlockers(now, current.shift, current.policies);
  const blockers = [
    ...(shift.id === current.shift.id ? [] : startedBlockers(now, current.shift, 'current_shift_id')),
    ...cutoff,
  ];
  if (shift.missionId !== current.shift.missionId)
    blockers.push(signupErrors.different_mission('current_shift_id'));
  if (shift.id === current.shift.id && (role?.id ?? null) === current.roleId)
    blockers.push(signupErrors.same_role('current_shift_id'));
  return blockers;
}

/** The destination as if the old registration were gone: its time is free, and on the same shift its spot too. */
function withoutCurrent({ destination, current, organizationTimeZone }: ChangeFacts): SignupFacts {
  const others = destination.others.filter((other) => other.shiftId !== current.shift.id);
  if (!holdsSpot(current.status)) return leave(destination, current.shift.id, { others });
  const { shift, role } = destination;
  if (shift.id === current.shift.id) {
    // Minutes of the week never hold the destination itself, so there is nothing to take off them here.
    const freedRole =
      role && role.id === current.roleId ? { ...role, spotsTaken: role.spotsTaken - 1 } : role;
    return leave(destination, shift.id, {
      others,
      shift: { ...shift, spotsTaken: shift.spotsTaken - 1 },
      role: freedRole,
    });
  }
  const freed = isSameWeek(current.shift, shift, organizationTimeZone)
    ? current.shift.end.since(current.shift.start).total('minutes')
    : 0;
  return leave(destination, current.shift.id, {
    others,
    minutesInWeek: Math.max(0, destination.minutesInWeek - freed),
  });
}

function leave(destination: SignupFacts, shiftId: number, changes: Partial<SignupFacts>): SignupFacts {
  const existing = destination.shift.id === shiftId ? null : destination.existing;
  return { ...destination, existing, ...changes };
}

function isSameWeek(a: ShiftFacts, b: ShiftFacts, timeZone: string): boolean {
  const [first, second] = [a, b].map((shift) => shift.start.toZonedDateTimeISO(knownZone(timeZone)));
  return first?.yearOfWeek === second?.yearOfWeek && first?.weekOfYear === second?.weekOfYear;
}
