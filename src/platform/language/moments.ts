import { LRUCache } from 'lru-cache';
import { knownZone } from '#kernel/zones.ts';
import { platformTexts } from './platform-texts.ts';

/** Moments as people read them: in words of their language, on the clock of a place. */

export interface Span {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

const dateOf = ({ epochMilliseconds }: Temporal.Instant): Date => new Date(epochMilliseconds);

const style = { weekday: 'short', day: 'numeric', month: 'short', minute: '2-digit' } as const;

/** Making a format costs more than using it a hundred times, and a batch of reminders needs few different ones. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });
const zoneNames = new LRUCache<string, string>({ max: 1_000 });
/** Everyone on a shift reads about the same hours: a span takes 70 µs to format, and 1 µs to find here. */
const spans = new LRUCache<string, string>({ max: 1_000 });

function formatFor(locale: string, zone: string, namesYear: boolean): Intl.DateTimeFormat {
  const timeZone = knownZone(zone);
  const key = `${locale} ${timeZone} ${namesYear}`;
  let format = formats.get(key);
  if (!format) {
    const year = namesYear ? ({ year: 'numeric' } as const) : {};
    format = new Intl.DateTimeFormat(locale, { ...style, ...year, hour: hourOf(locale), timeZone });
    formats.set(key, format);
  }
  return format;
}

/** What is read long after it was written names the year where that isn't the one it was written in. */
function isOfOtherYear(writtenAt: Temporal.Instant, zone: string, ...moments: Temporal.Instant[]): boolean {
  const yearOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(knownZone(zone)).year;
  const year = yearOf(writtenAt);
  return moments.some((instant) => yearOf(instant) !== year);
}

/** 9:00 AM, but 09:00: as the screen writes it. */
function hourOf(locale: string): 'numeric' | '2-digit' {
  const { hourCycle = 'h23' } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24' ? '2-digit' : 'numeric';
}

/** "Sat, Nov 14, 9:00 AM – 1:00 PM (Eastern Time)", with both days where it ends on another one. */
export function formatSpan(
  locale: string,
  { start, end }: Span,
  timeZone: string,
  writtenAt: Temporal.Instant,
): string {
  const namesYear = isOfOtherYear(writtenAt, timeZone, start, end);
  const key = `${locale} ${timeZone} ${start.epochMilliseconds} ${end.epochMilliseconds} ${namesYear}`;
  let span = spans.get(key);
  if (span === undefined) {
    const hours = formatFor(locale, timeZone, namesYear).formatRange(dateOf(start), dateOf(end));
    span = `${hours} (${zoneName(locale, timeZone)})`;
    spans.set(key, span);
  }
  return span;
}

export function formatMoment(
  locale: string,
  instant: Temporal.Instant,
  timeZone: string,
  writtenAt: Temporal.Instant,
): string {
  return `${formatShort(locale, instant, timeZone, writtenAt)} (${zoneName(locale, timeZone)})`;
}

/** Short enough for a subject: "Sat, Nov 14, 9:00 AM" */
export function formatShort(
  locale: string,
  instant: Temporal.Instant,
  timeZone: string,
  writtenAt: Temporal.Instant,
): string {
  const namesYear = isOfOtherYear(writtenAt, timeZone, instant);
  return formatFor(locale, timeZone, namesYear).format(dateOf(instant));
}

/** A zone as people call it: "Eastern Time". Where the language has no name for it, it is the time of its city. */
export function zoneName(locale: string, zone: string): string {
  const timeZone = knownZone(zone);
  const key = `${locale} ${timeZone}`;
  let name = zoneNames.get(key);
  if (name === undefined) {
    name = findZoneName(locale, timeZone);
    zoneNames.set(key, name);
  }
  return name;
}

function findZoneName(locale: string, timeZone: string): string {
  if (/^(Etc\/)?(UTC|GMT|UCT|Universal|Zulu|Greenwich)$/.test(timeZone)) return 'UTC';
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  if (name !== '' && !/^(GMT|UTC)/.test(name)) return name;
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  if (timeZone.startsWith('Etc/')) return name;
  return platformTexts.say(new Intl.Locale(locale).language, 'mail.cityTime', { city });
}

/** Whether clocks in the two zones show different times at that moment. */
export function clocksDiffer(instant: Temporal.Instant, one: string, other: string): boolean {
  const offset = (zone: string) => instant.toZonedDateTimeISO(knownZone(zone)).offsetNanoseconds;
  return offset(one) !== offset(other);
}
