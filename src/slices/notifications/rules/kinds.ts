import { type Kind, kinds } from '#kernel/notification-kinds.ts';

/** Those about a registration or its shift. */
export type ShiftKind = Exclude<Kind, (typeof others)[number]>;

const others = [
  'understaffed',
  'shift_asked',
  'swap',
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
