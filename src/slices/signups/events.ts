import { defineEvent } from '#kernel/event.ts';

const registration = {
  registration_id: 501,
  shift_id: 7,
  user_id: 42,
  role_key: 'driver' as string | null,
  status: 'active',
};

export type RegistrationEventData = typeof registration;

export const signedUp = defineEvent(
  'shift.signup',
  'Somebody has signed up: confirmed, or awaiting approval.',
  registration,
);
export const signupApproved = defineEvent(
  'shift.signup_approved',
  'A coordinator has approved a sign-up.',
  registration,
);
export const signupRejected = defineEvent('shift.signup_rejected', 'A coordinator has rejected a sign-up.', {
  ...registration,
  status: 'cancelled',
  reason: 'Driving licence expired' as string | null,
});
export const signupCancelled = defineEvent('shift.signup_cancelled', 'A registration has been cancelled.', {
  ...registration,
  status: 'cancelled',
  reason: 'Ill' as string | null,
  source: 'self_service',
  late: false,
});
export const signupChanged = defineEvent(
  'shift.signup_changed',
  'Somebody has moved from one shift to another.',
  {
    ...registration,
    from_shift_id: 6,
    from_registration_id: 488,
  },
);
export const waitlisted = defineEvent('shift.waitlisted', 'Somebody has joined the waitlist.', {
  ...registration,
  status: 'waitlisted',
});
export const waitlistOffered = defineEvent(
  'shift.waitlist_offered',
  'A freed seat has been offered to the next in line.',
  {
    ...registration,
    status: 'offered',
    offer_expires_at: '2026-11-13T14:00:00.000Z',
  },
);
export const waitlistPromoted = defineEvent(
  'shift.waitlist_promoted',
  'Somebody has moved from the waitlist to a seat.',
  registration,
);

export const signupEvents = [
  signedUp,
  signupApproved,
  signupRejected,
  signupCancelled,
  signupChanged,
  waitlisted,
  waitlistOffered,
  waitlistPromoted,
];
