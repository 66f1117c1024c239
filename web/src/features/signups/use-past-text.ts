import { useTranslations } from 'use-intl';
import type { MyRegistration } from '../../api/my-registrations.ts';
import { useTimes } from '../../time/hooks.ts';
import { pastStatus } from './past-status.ts';

/** What became of a registration, in words. With minutes, how long the person was there. */
export function usePastText(): (registration: MyRegistration, minutes?: number | null) => string {
  const t = useTranslations('signups.shifts');
  const times = useTimes();
  return (registration, minutes) => {
    const status = pastStatus(registration);
    if (status === 'cancelled') return t('status.cancelled');
    if (status === 'came' && minutes) return t('became.cameFor', { hours: times.hours(minutes, 'long') });
    return t(`became.${status}`);
  };
}
