/** The kinds of notifications. A profile has preferences by the same names; kinds that aren't named there are on. */
export const kinds = [
  'signup_confirmed',
  'signup_pending',
  'waitlisted',
  'offered',
  'promoted',
  'approved',
  'rejected',
  'signup_cancelled',
  'shift_cancelled',
  'shift_changed',
  'reminder',
  'understaffed',
  'shift_asked',
  'swap',
  'shift_message',
  'hours_decided',
  'badge_awarded',
  'journey_reminder',
  'member_removed',
] as const;

export type Kind = (typeof kinds)[number];
