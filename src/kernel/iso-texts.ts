/**
 * What people send as a moment or a day, in the one form that Temporal and PostgreSQL read alike: years of four
 * digits, no leap second, no 24:00, at most nine decimals, an offset that some place on earth could have.
 */
export const instantPattern =
  '^[1-8]\\d{3}-\\d\\d-\\d\\d[Tt ]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?([Zz]|[+-](0\\d|1[0-7])(:?[0-5]\\d)?)$';
export const datePattern = '^[1-8]\\d{3}-\\d\\d-\\d\\d$';

const instant = new RegExp(instantPattern);
const written = /^(?!0000)\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const date = new RegExp(datePattern);

export function isInstantText(text: string): boolean {
  return instant.test(text) && isRead(() => Temporal.Instant.from(text));
}

/** As we write it, in UTC. An offset or a series can lead to years that no one may send. */
export function isWrittenInstant(text: string): boolean {
  return written.test(text) && isRead(() => Temporal.Instant.from(text));
}

export function isDateText(text: string): boolean {
  return date.test(text) && isRead(() => Temporal.PlainDate.from(text));
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** Line breaks, other control characters, and those that turn the direction of the text around them. */
const notInLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export function isSingleLine(text: string): boolean {
  return !notInLine.test(text);
}
