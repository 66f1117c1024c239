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
] as const;

export type Kind = (typeof kinds)[number];

/** All but the digest are about one shift and one registration. */
export type ShiftKind = Exclude<Kind, 'understaffed'>;

export function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

/** The reminder of the day before, and the one right before the start. */
export type Slot = '24h' | '2h';

export const lastSlotHours = 2;
export const firstSlotHours = 24;
