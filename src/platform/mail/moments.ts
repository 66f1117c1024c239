/** Moments as people read them: in words of their language, on the clock of a place. */

export interface Span {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

const dateOf = ({ epochMilliseconds }: Temporal.Instant): Date => new Date(epochMilliseconds);

/** "Saturday 14 November 2026, 15:00–19:00 CET" */
export function formatSpan(locale: string, { start, end }: Span, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).formatRange(dateOf(start), dateOf(end));
}

export function formatMoment(locale: string, instant: Temporal.Instant, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(dateOf(instant));
}

/** Short enough for a subject: "Sat 14 Nov, 15:00" */
export function formatShort(locale: string, instant: Temporal.Instant, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(dateOf(instant));
}

/** Whether clocks in the two zones show different times at that moment. */
export function clocksDiffer(instant: Temporal.Instant, one: string, other: string): boolean {
  const offset = (zone: string) => instant.toZonedDateTimeISO(zone).offsetNanoseconds;
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
