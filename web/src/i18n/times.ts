import { useMemo } from 'react';
import type { Locale } from '../messages/index.ts';
import { useLanguage } from './language.ts';
import { zonedFormat } from './zoned-format.ts';

/** The zone of the device, which is where its owner is. */
export const deviceZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const formats = {
  time: { hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  dayAndYear: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  dayYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  shortMonth: { month: 'short', year: '2-digit' },
  zone: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type TimeFormat = keyof typeof formats;

export interface Times {
  /** `format('longDay', shift.start_time, shift.time_zone)`: an instant as people at that place say it. */
  format(as: TimeFormat, instant: string | Date, zone: string): string;
  range(as: TimeFormat, start: string | Date, end: string | Date, zone: string): string;
  /** The calendar day at that place, as 2026-11-14: to group and to compare. */
  dayKey(instant: string | Date, zone: string): string;
  /** 90 minutes: 1.5 */
  hours(minutes: number): string;
}

const made = new Map<string, Intl.DateTimeFormat>();

function formatter(tag: string, as: TimeFormat, zone: string): Intl.DateTimeFormat {
  const key = `${tag} ${as} ${zone}`;
  let found = made.get(key);
  if (found === undefined) {
    found = zonedFormat(tag, zone, formats[as]);
    made.set(key, found);
  }
  return found;
}

/** The page's language with the region of the device: an English page in Britain has a 24-hour clock. */
export function regionalTag(locale: Locale): string {
  return navigator.languages.find((tag) => tag === locale || tag.startsWith(`${locale}-`)) ?? locale;
}

export function useTimes(): Times {
  const { locale } = useLanguage();
  return useMemo(() => timesOf(regionalTag(locale)), [locale]);
}

export function timesOf(tag: string): Times {
  return {
    format: (as, instant, zone) => formatter(tag, as, zone).format(new Date(instant)),
    range: (as, start, end, zone) => formatter(tag, as, zone).formatRange(new Date(start), new Date(end)),
    dayKey(instant, zone) {
      const key = `key ${zone}`;
      let days = made.get(key);
      if (days === undefined) {
        days = zonedFormat('sv-SE', zone, { year: 'numeric', month: '2-digit', day: '2-digit' });
        made.set(key, days);
      }
      return days.format(new Date(instant));
    },
    hours: (minutes) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(minutes / 60),
  };
}
