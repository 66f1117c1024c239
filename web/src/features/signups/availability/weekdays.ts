import { useMemo } from 'react';
import { useLanguage } from '../../../i18n/language.ts';
import { regionalTag } from '../../../i18n/times.ts';

/** Monday to Sunday, as people here call them. */
export function useWeekdays(): readonly { readonly short: string; readonly long: string }[] {
  const { locale } = useLanguage();
  return useMemo(() => {
    const tag = regionalTag(locale);
    const name = (weekday: 'short' | 'long', day: number) =>
      // 5 January 1970 was a Monday.
      new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(new Date((4 + day) * 86_400_000));
    return Array.from({ length: 7 }, (_, day) => ({ short: name('short', day), long: name('long', day) }));
  }, [locale]);
}
