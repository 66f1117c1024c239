import { useLocale, useTranslations } from 'use-intl';
import { plusDays } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { ordinalOf, type Repetition, weekdaysOf } from './recurrence.ts';

/** A series as somebody would say it. */
export function useRepetitionWords() {
  const t = useTranslations('manageShifts.repeat');
  const times = useTimes();
  const locale = useLocale();
  const weekday = (date: string) => times.format('longWeekday', `${date}T12:00:00Z`, 'UTC');
  const monthly = (by: Repetition['monthly'], first: string) =>
    by === 'date'
      ? t('onDate', { day: Number(first.slice(8)) })
      : t('onWeekday', { ordinal: ordinalOf(first), weekday: weekday(first) });
  return {
    monthly,
    sentence(repetition: Repetition, first: string): string {
      const { every, interval, ends, count, until } = repetition;
      if (every === 'never') return t('units.never');
      const names = weekdaysOf(repetition, first).map((day) => weekday(plusDays('2026-01-05', day)));
      const list = new Intl.ListFormat(locale).format(names);
      const how = {
        day: () => t('everyDays', { count: interval }),
        week: () => t('everyWeeks', { count: interval, days: list }),
        month: () => t('everyMonths', { count: interval, day: monthly(repetition.monthly, first) }),
      }[every]();
      if (ends === 'count') return t('times', { how, count });
      if (ends === 'date' && until !== '')
        return t('untilDay', { how, day: times.format('dayAndYear', `${until}T12:00:00Z`, 'UTC') });
      return t('endless', { how });
    },
  };
}
