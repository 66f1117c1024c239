import type { Kind } from '#kernel/notification-kinds.ts';
import { isAboutRegistration, lastSlotHours, type ShiftKind, type Slot } from './kinds.ts';

export interface NoticeFacts {
  readonly kind: Kind;
  readonly now: Temporal.Instant;
  readonly slot: Slot | undefined;
  readonly isMember: boolean;
  /** May plan shifts, and so wants to know which ones need people. */
  readonly isPlanner: boolean;
  readonly shift: {
    readonly start: Temporal.Instant;
    readonly end: Temporal.Instant;
    readonly status: string;
  } | null;
  readonly registrationStatus: string | null;
  /** It ended with the membership; the person gets one email about all of that. */
  readonly endedWithMembership: boolean;
  /** The person can still answer what they are asked. */
  readonly askIsOpen: boolean;
  /** What the person reads about a swap is what holds. */
  readonly swapHolds: boolean;
  /** What the person reads about their reported hours is what holds. */
  readonly decisionHolds: boolean;
  /** A newer message about the same thing waits behind this one. */
  readonly superseded: boolean;
}

export type SkipReason = 'not_a_member' | 'too_late' | 'superseded';

/** What must still be true of the registration for the message to be. */
const expected: Readonly<Record<Exclude<ShiftKind, 'shift_cancelled'>, readonly string[]>> = {
  signup_confirmed: ['active'],
  signup_pending: ['pending_approval'],
  waitlisted: ['waitlisted'],
  offered: ['offered'],
  promoted: ['active'],
  approved: ['active'],
  rejected: ['cancelled'],
  signup_cancelled: ['cancelled'],
  shift_changed: ['active', 'pending_approval', 'waitlisted', 'offered'],
  reminder: ['active'],
};

/** Messages wait for a worker and for the mail server. A message that is outdated by then is not sent. */
export function reasonToSkip(facts: NoticeFacts): SkipReason | undefined {
  const { kind, shift, now } = facts;
  if (kind === 'member_removed') return undefined;
  if (!facts.isMember || (kind === 'understaffed' && !facts.isPlanner)) return 'not_a_member';
  if (kind === 'shift_asked') return facts.askIsOpen ? undefined : 'superseded';
  if (kind === 'hours_decided') return facts.decisionHolds ? undefined : 'superseded';
  if (kind === 'swap' && !facts.swapHolds) return 'superseded';
  if (kind !== 'swap' && !isAboutRegistration(kind)) return undefined;
  if (shift === null || isPast(shift.end, now)) return 'too_late';
  if (kind === 'shift_cancelled' || kind === 'swap') return undefined;
  if (!expected[kind].includes(facts.registrationStatus ?? '')) return 'superseded';
  if (facts.superseded || facts.endedWithMembership) return 'superseded';
  if (kind === 'reminder') return reasonAgainstReminder(facts.slot, shift, now);
  return undefined;
}

function reasonAgainstReminder(
  slot: Slot | undefined,
  shift: { readonly start: Temporal.Instant; readonly status: string },
  now: Temporal.Instant,
): SkipReason | undefined {
  if (shift.status !== 'published') return 'superseded';
  if (isPast(shift.start, now)) return 'too_late';
  // The reminder right before the start is due by now and says the same.
  if (slot === '24h' && isPast(shift.start.subtract({ hours: lastSlotHours }), now)) return 'superseded';
  return undefined;
}

const isPast = (instant: Temporal.Instant, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(instant, now) <= 0;
