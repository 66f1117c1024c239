import { defineEvent } from '#kernel/event.ts';

const registration = {
  registration_id: 501,
  shift_id: 7,
  user_id: 42,
  role_key: 'driver' as string | null,
  status: 'active',
};

export type RegistrationEventData = typeof registration;

export const signedUp = defineEvent('shift.signup', registration);
export const signupApproved = defineEvent('shift.signup_approved', registration);
export const signupRejected = defineEvent('shift.signup_rejected', {
  ...registration,
  status: 'cancelled',
  reason: 'Driver’s license expired' as string | null,
});
export const signupCancelled = defineEvent('shift.signup_cancelled', {
  ...registration,
  status: 'cancelled',
  reason: 'Ill' as string | null,
  source: 'self_service',
  late: false,
});
export const signupChanged = defineEvent('shift.signup_changed', {
  ...registration,
  from_shift_id: 6,
  from_registration_id: 488,
});
export const waitlisted = defineEvent('shift.waitlisted', {
  ...registration,
  status: 'waitlisted',
});
export const waitlistOffered = defineEvent('shift.waitlist_offered', {
  ...registration,
  status: 'offered',
  offer_expires_at: '2026-11-13T14:00:00.000Z',
});
export const waitlistPromoted = defineEvent('shift.waitlist_promoted', registration);

const swap = { swap_id: 31, shift_id: 7, user_id: 42 };
export const swapOffered = defineEvent('shift.swap_offered', { ...swap, to_user_id: 43 as number | null });
export const swapAccepted = defineEvent('shift.swap_accepted', { ...swap, taker_id: 43, status: 'done' });

/** The shift was moved: who had accepted is asked again. */
export const swapReopened = defineEvent('shift.swap_reopened', {
  ...swap,
  to_user_id: 43 as number | null,
  taker_id: 43 as number | null,
});

export const swapEnded = defineEvent('shift.swap_ended', {
  ...swap,
  to_user_id: 43 as number | null,
  taker_id: null as number | null,
  status: 'declined',
});

export const signupEvents = [
  signedUp,
  signupApproved,
  signupRejected,
  signupCancelled,
  signupChanged,
  waitlisted,
  waitlistOffered,
  waitlistPromoted,
  swapOffered,
  swapAccepted,
  swapReopened,
  swapEnded,
];
