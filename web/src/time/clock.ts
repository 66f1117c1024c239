import { zonedFormat } from '../i18n/zoned-format.ts';

/** A day of a calendar, as 2026-11-14, and a time on a clock, as 09:30: what people type and what a zone makes an instant of. */
export interface ClockTime {
  readonly date: string;
  readonly time: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const readers = new Map<string, Intl.DateTimeFormat>();

function readerOf(zone: string): Intl.DateTimeFormat {
  let reader = readers.get(zone);
  if (reader === undefined) {
    reader = zonedFormat('sv-SE', zone, { dateStyle: 'short', timeStyle: 'medium' });
    readers.set(zone, reader);
  }
  return reader;
}

/** What the calendar and the clock of a zone show at an instant. */
export function clockOf(instant: string | Date, zone: string): ClockTime {
  const [date = '', time = ''] = readerOf(zone).format(new Date(instant)).split(' ');
  return { date, time: time.slice(0, 5) };
}

function asUtc({ date, time }: ClockTime): number {
  return Date.parse(`${date}T${time}:00Z`);
}

/**
 * The instant at which a zone's clock shows this. A time that is skipped moves forward by as much; one that comes
 * twice is the first of the two, as the service does it.
 */
export function instantOf(at: ClockTime, zone: string): string {
  const wanted = asUtc(at);
  if (Number.isNaN(wanted)) return '';
  const offsetAt = (ms: number) => asUtc(clockOf(new Date(ms), zone)) - Math.floor(ms / minuteMs) * minuteMs;
  const before = wanted - offsetAt(wanted - dayMs);
  const after = wanted - offsetAt(wanted + dayMs);
  const fits = [before, after]
    .filter((ms) => asUtc(clockOf(new Date(ms), zone)) === wanted)
    .sort((a, b) => a - b);
  return new Date(fits[0] ?? before).toISOString();
}

/** `plusDays('2026-10-31', 1)`: 2026-11-01 */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** 0 is Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Midnight at the beginning of a day, as an instant. */
export function dayStart(date: string, zone: string): string {
  return instantOf({ date, time: '00:00' }, zone);
}

export function isDate(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The end of something that begins then: on the next day where the clock would run backwards. */
export function endOf(start: ClockTime, endTime: string): ClockTime {
  return { date: endTime > start.time ? start.date : plusDays(start.date, 1), time: endTime };
}
