import { defineEvent } from '#kernel/event.ts';
import { formatInstant } from '#kernel/time.ts';

const shift = {
  id: 7,
  program_id: 1,
  mission_id: 1,
  title: 'Saturday hand-out',
  start_time: '2026-11-14T14:00:00.000Z',
  end_time: '2026-11-14T18:00:00.000Z',
  status: 'published',
};
const registration = {
  registration_id: 501,
  shift_id: 7,
  user_id: 42,
  role_key: 'driver' as string | null,
  status: 'active',
};

export type ShiftEventData = typeof shift;

/** A shift as events show it. */
export function eventShift(
  row: Omit<ShiftEventData, 'start_time' | 'end_time' | 'status'> & {
    readonly start_time: Temporal.Instant;
    readonly end_time: Temporal.Instant;
  },
  status: string,
): ShiftEventData {
  return {
    id: row.id,
    program_id: row.program_id,
    mission_id: row.mission_id,
    title: row.title,
    start_time: formatInstant(row.start_time),
    end_time: formatInstant(row.end_time),
    status,
  };
}
export type RegistrationEventData = typeof registration;

export const shiftCreated = defineEvent('shift.created', 'A shift has been created.', { shift });
export const shiftUpdated = defineEvent(
  'shift.updated',
  'A shift has changed: its time, place, texts, seats or roles.',
  {
    shift,
    changes: ['start_time', 'end_time'],
  },
);
export const shiftCancelled = defineEvent(
  'shift.cancelled',
  'A shift has been cancelled; everybody on it has been told.',
  {
    shift,
    reason: 'Storm warning' as string | null,
  },
);
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

export const shiftEvents = [
  shiftCreated,
  shiftUpdated,
  shiftCancelled,
  signedUp,
  signupApproved,
  signupRejected,
  signupCancelled,
  signupChanged,
  waitlisted,
  waitlistOffered,
  waitlistPromoted,
];
