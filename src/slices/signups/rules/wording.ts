import { knownZone } from '#kernel/zones.ts';
import type { RegistrationStatus } from './facts.ts';

/** The person an answer is about: the reader, or a person the reader acts for. */
export interface Addressee {
  readonly isSelf: boolean;
  readonly name: string;
}

/** What the answer to a sign-up says. */
export function signupMessage(status: RegistrationStatus, to: Addressee, position: number | null): string {
  const name = nameOf(to);
  switch (status) {
    case 'active':
      return to.isSelf ? "You're signed up." : `${name} is signed up.`;
    case 'pending_approval':
      return to.isSelf
        ? "Waiting for approval. We're holding your spot."
        : `Waiting for approval. We're holding a spot for ${name}.`;
    case 'waitlisted':
      return `This shift is full. ${to.isSelf ? "You're" : `${name} is`} number ${position} on the waitlist.`;
    case 'offered':
      return to.isSelf ? "We're holding a spot for you." : `We're holding a spot for ${name}.`;
    case 'cancelled':
      return to.isSelf ? "You're no longer signed up." : `${name} is no longer signed up.`;
  }
}

/** What the answer to a switch of shifts says. */
export function changeMessage(status: RegistrationStatus, to: Addressee): string {
  const done = to.isSelf ? "You've switched shifts." : `${nameOf(to)} has switched shifts.`;
  if (status !== 'pending_approval') return done;
  return `${done} The new shift is waiting for approval.`;
}

function nameOf({ name }: Addressee): string {
  return name.trim() === '' ? 'This person' : name;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Written out by hand: the words of Intl differ from one ICU release to the next. */
export function showTime(instant: Temporal.Instant, timeZone: string): string {
  const local = instant.toZonedDateTimeISO(knownZone(timeZone));
  return `${showDate(local.toPlainDate())}, ${showClock(local)} (${local.timeZoneId})`;
}

export function showSpan(start: Temporal.Instant, end: Temporal.Instant, timeZone: string): string {
  const from = start.toZonedDateTimeISO(knownZone(timeZone));
  const until = end.toZonedDateTimeISO(knownZone(timeZone));
  const sameDay = from.toPlainDate().equals(until.toPlainDate());
  const last = sameDay ? showClock(until) : `${showDate(until.toPlainDate())}, ${showClock(until)}`;
  return `${showDate(from.toPlainDate())}, ${showClock(from)} to ${last} (${from.timeZoneId})`;
}

export function showDate(date: Temporal.PlainDate): string {
  return `${weekdays[date.dayOfWeek - 1]} ${date.day} ${months[date.month - 1]} ${date.year}`;
}

/** "45 minutes", "1 hour", "7.5 hours". */
export function showMinutes(minutes: number): string {
  if (minutes < 60) return count(Math.round(minutes), 'minute');
  return count(Math.round((minutes / 60) * 100) / 100, 'hour');
}

function showClock(local: Temporal.ZonedDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: 'minute' });
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
