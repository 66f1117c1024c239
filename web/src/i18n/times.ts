import { useMemo } from 'react';
import type { Locale } from '../messages/translation.ts';
import { useLanguage } from './language.ts';
import { type Times, timesOf } from './time-formats.ts';
import { firstWeekday } from './week.ts';

/** The zone of the device, which is where its owner is. */
export const deviceZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The page's language with the region of the device: an English page in Britain has a 24-hour clock. */
export function regionalTag(locale: Locale): string {
  return navigator.languages.find((tag) => tag === locale || tag.startsWith(`${locale}-`)) ?? locale;
}

export function useTimes(): Times {
  const { locale } = useLanguage();
  return useMemo(() => timesOf(regionalTag(locale)), [locale]);
}

/** On which day weeks begin for the reader: 0 is Monday, 6 is Sunday. */
export function useFirstWeekday(): number {
  const { locale } = useLanguage();
  return useMemo(() => firstWeekday(regionalTag(locale)), [locale]);
}
