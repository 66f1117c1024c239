/** The kinds of email. The names are also those of the preferences in a profile; kinds that aren't named there are on. */
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
  'shift_message',
  'hours_decided',
  'badge_awarded',
  'journey_reminder',
  'member_removed',
] as const;

export type Kind = (typeof kinds)[number];

/** Those about a registration or its shift. */
export type ShiftKind = Exclude<Kind, (typeof others)[number]>;

const others = [
  'understaffed',
  'shift_asked',
  'shift_message',
  'hours_decided',
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
