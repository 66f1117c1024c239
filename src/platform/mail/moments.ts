import { LRUCache } from 'lru-cache';
import { knownZone } from '#kernel/zones.ts';

/** Moments as people read them: in words of their language, on the clock of a place. */

export interface Span {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

const dateOf = ({ epochMilliseconds }: Temporal.Instant): Date => new Date(epochMilliseconds);

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const styles = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...clock, timeZoneName: 'short' },
  moment: { weekday: 'long', day: 'numeric', month: 'long', ...clock, timeZoneName: 'short' },
  short: { weekday: 'short', day: 'numeric', month: 'short', ...clock },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format costs more than using it a hundred times, and a batch of reminders needs few different ones. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });

function formatFor(style: keyof typeof styles, locale: string, zone: string): Intl.DateTimeFormat {
  const timeZone = knownZone(zone);
  const key = `${style} ${locale} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
    formats.set(key, format);
  }
  return format;
}

/** "Saturday, 14 November 2026, 15:00–19:00 CET" */
export function formatSpan(locale: string, { start, end }: Span, timeZone: string): string {
  return formatFor('full', locale, timeZone).formatRange(dateOf(start), dateOf(end));
}

export function formatMoment(locale: string, instant: Temporal.Instant, timeZone: string): string {
  return formatFor('moment', locale, timeZone).format(dateOf(instant));
}

/** Short enough for a subject: "Sat 14 Nov, 15:00" */
export function formatShort(locale: string, instant: Temporal.Instant, timeZone: string): string {
  return formatFor('short', locale, timeZone).format(dateOf(instant));
}

/** Whether clocks in the two zones show different times at that moment. */
export function clocksDiffer(instant: Temporal.Instant, one: string, other: string): boolean {
  const offset = (zone: string) => instant.toZonedDateTimeISO(knownZone(zone)).offsetNanoseconds;
  return offset(one) !== offset(other);
}

/** The form of a word that goes with a number, by the rules of the language. */
export function plural(
  locale: string,
  count: number,
  forms: { readonly one: string; readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
}
