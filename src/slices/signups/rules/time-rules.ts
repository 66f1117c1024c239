import { knownZone } from '#kernel/zones.ts';
import type { Blocker, Rule } from './blocker.ts';
import type { ShiftFacts } from './facts.ts';
import type { Policies } from './policies.ts';
import { showTime } from './wording.ts';

/** Whether the shift can take people at all, whoever asks. */
export function shiftStateBlockers(shift: ShiftFacts): Blocker[] {
  if (shift.status === 'cancelled') {
    const remedy = 'Choose another shift.';
    return [blocked('shift_cancelled', 'shift.status', 'This shift has been cancelled.', remedy)];
  }
  if (shift.status === 'draft') {
    const remedy = 'Wait until a coordinator publishes it.';
    return [blocked('shift_not_published', 'shift.status', 'This shift is not published yet.', remedy)];
  }
  return [];
}

export function signupWindowBlockers(
  now: Temporal.Instant,
  shift: ShiftFacts,
  policies: Policies,
): Blocker[] {
  const started = startedBlockers(now, shift);
  if (started.length > 0) return started;
  const opens = signupOpens(shift, policies);
  const closes = shift.start.subtract({ minutes: policies.signup_closes_minutes });
  const blockers: Blocker[] = [];
  if (opens && isBefore(now, opens)) {
    const message = `Sign-up opens on ${showTime(opens, shift.timeZone)}.`;
    blockers.push(blocked('signup_not_open', 'shift.start_time', message, 'Come back then.'));
  }
  if (!isBefore(now, closes)) {
    const message = `Sign-up closed on ${showTime(closes, shift.timeZone)}.`;
    blockers.push(blocked('signup_closed', 'shift.start_time', message, 'Ask a coordinator to add you.'));
  }
  return blockers;
}

/** A day before is the same time on the clock, also across a daylight-saving change. */
function signupOpens(shift: ShiftFacts, policies: Policies): Temporal.Instant | null {
  if (policies.signup_opens_days === null) return null;
  return shift.start
    .toZonedDateTimeISO(knownZone(shift.timeZone))
    .subtract({ days: policies.signup_opens_days })
    .toInstant();
}

export function startedBlockers(
  now: Temporal.Instant,
  shift: ShiftFacts,
  path = 'shift.start_time',
): Blocker[] {
  if (isBefore(now, shift.start)) return [];
  const message = isBefore(now, shift.end)
    ? `This shift started on ${showTime(shift.start, shift.timeZone)}.`
    : `This shift ended on ${showTime(shift.end, shift.timeZone)}.`;
  return [blocked('shift_started', path, message, 'Ask a coordinator to record it.')];
}

/** From this moment on a volunteer's change comes too late. */
export function changeCutoffBlockers(
  now: Temporal.Instant,
  shift: ShiftFacts,
  policies: Policies,
): Blocker[] {
  const cutoff = cutoffOf(shift, policies.change_cutoff_hours);
  if (!cutoff || isBefore(now, cutoff)) return [];
  const message = `Changes were possible until ${showTime(cutoff, shift.timeZone)}.`;
  return [blocked('change_cutoff', 'current_shift_id', message, 'Ask a coordinator to move you.')];
}

export function cancelCutoffBlockers(
  now: Temporal.Instant,
  shift: ShiftFacts,
  policies: Policies,
): Blocker[] {
  const cutoff = cutoffOf(shift, policies.cancel_cutoff_hours);
  if (!cutoff || isBefore(now, cutoff)) return [];
  const message = `Cancelling was possible until ${showTime(cutoff, shift.timeZone)}.`;
  return [blocked('cancel_cutoff', 'shift.start_time', message, 'Ask a coordinator to take you off.')];
}

function cutoffOf(shift: ShiftFacts, hours: number | null): Temporal.Instant | null {
  // Through minutes, because durations hold whole numbers and an organization may set half an hour.
  return hours === null ? null : shift.start.subtract({ minutes: Math.round(hours * 60) });
}

function blocked(rule: Rule, path: string, message: string, remedy: string): Blocker {
  return { code: 'policy_conflict', rule, path, message, remedy: { text: remedy } };
}

function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}
