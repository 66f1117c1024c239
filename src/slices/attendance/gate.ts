import type { Call } from '#kernel/call.ts';
import { type FieldError, type Refusal, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { mayIn, type Permission, type Role, refuseForOthers } from '#slices/organizations/index.ts';
import { attendanceErrors } from './errors.ts';
import { attendanceTexts } from './messages/index.ts';
import { type CheckInFacts, loadCheckInFacts } from './sql/check-in.ts';

export interface OpenCheckIn extends CheckInFacts {
  /** The desk and coordinators: they may act for others, and outside the window. */
  readonly isDesk: boolean;
  readonly isCoordinator: boolean;
  /** The person's name, where the caller acts for another person. */
  readonly about: string | undefined;
}

export async function openCheckIn(tx: Tx, call: Call, shiftId: number, userId: number): Promise<OpenCheckIn> {
  return judgeCheckIn(call, await loadCheckInFacts(tx, shiftId, userId, callerOf(call)), userId);
}

export function callerOf({ actor }: Call): number | null {
  return actor.kind === 'person' ? actor.userId : null;
}

/** Who may do what, by facts that have been loaded. */
export function judgeCheckIn(call: Call, facts: CheckInFacts | undefined, userId: number): OpenCheckIn {
  const { actor } = call;
  const self = callerOf(call);
  if (!facts || facts.is_hidden) throw refuse('not_found');
  const may = (permission: Permission) =>
    mayIn(actor, facts.organization_id, facts.caller_role as Role | null, permission);
  const isDesk = may('attendance.check_others');
  if (userId !== self && !isDesk) {
    const toPeople = attendanceErrors.only_yourself('user_id');
    throw refuseForOthers(call, 'attendance.check_others', facts.organization_id, toPeople);
  }
  if (facts.shift_status === 'cancelled') throw refuse(attendanceErrors.shift_cancelled('shift'));
  const name = facts.user_name ?? attendanceTexts.say(call.language, 'person');
  const about = userId === self ? undefined : name;
  return { ...facts, isDesk, isCoordinator: may('shifts.manage'), about };
}

/** In the words for the caller: about themselves, or about the person they act for. */
export function refuseAt({ about }: OpenCheckIn, error: FieldError): Refusal {
  return refuse(about === undefined ? error : { ...error, about });
}
