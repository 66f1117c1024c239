/** What people can be told. The names are also those of the preferences in a profile; what is not named there is on. */
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
  'shift_message',
  'badge_awarded',
  'journey_reminder',
  'member_removed',
] as const;

export type Kind = (typeof kinds)[number];

/** Those that say how a registration or its shift stands, in words of our own. */
export type ShiftKind = Exclude<Kind, (typeof others)[number]>;

const others = [
  'understaffed',
  'shift_message',
  'badge_awarded',
  'journey_reminder',
  'member_removed',
] as const;

export function isAboutRegistration(kind: Kind): kind is ShiftKind {
  return !(others as readonly Kind[]).includes(kind);
}

export function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

/** The reminder of the day before, and the one right before the start. */
export type Slot = '24h' | '2h';

export const lastSlotHours = 2;
export const firstSlotHours = 24;
