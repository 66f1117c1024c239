import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useTimes } from '../time/hooks.ts';

/** What helps to decide whom to ask or sign up, in one line. For pages that have the texts of `manageShifts`. */
export function useAboutCandidate(zone: string): (person: Schemas['Candidate']) => string {
  const t = useTranslations('manageShifts.people');
  const times = useTimes();
  return (person) => {
    const { last_shift_at: last, week_minutes_left: left } = person;
    return [
      t(`availability.${person.availability}`),
      t('hours', {
        month: times.hours(person.month_minutes, 'short'),
        total: times.hours(person.total_minutes, 'short'),
      }),
      last === null ? t('never') : t('last', { day: times.format('dayYear', last, zone) }),
      ...(left === null ? [] : [t('left', { hours: times.hours(left, 'short') })]),
    ].join(' · ');
  };
}
