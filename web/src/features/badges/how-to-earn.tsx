import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useTimes } from '../../time/hooks.ts';

/** The rule of a badge in plain words. */
export function HowToEarn({ criteria }: { readonly criteria: Schemas['BadgeCriteria'] }) {
  const t = useTranslations('badges.public.by');
  const times = useTimes();
  const { type, threshold = 1, unit } = criteria;
  switch (type) {
    case 'hours':
      return t('hours', { threshold: times.hours(threshold * 60) });
    case 'shifts':
      return t('shifts', { threshold });
    case 'streak':
      return t(unit === 'month' ? 'streakMonth' : 'streakWeek', { threshold });
    default:
      return t(type);
  }
}
