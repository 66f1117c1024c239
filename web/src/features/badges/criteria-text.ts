import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';

/** How a badge is earned: a sentence for those who may earn it, a few words for those who define it. */
export function useCriteriaText(
  audience: 'badges.public.by' | 'manageBadges.says',
): (criteria: Schemas['BadgeCriteria']) => string {
  const t = useTranslations(audience);
  return ({ type, threshold: count = 1, unit, journey_id }) => {
    switch (type) {
      case 'manual':
        return t('manual');
      case 'hours':
      case 'shifts':
        return t(type, { count });
      case 'streak':
        return t(unit === 'month' ? 'streakMonth' : 'streakWeek', { count });
      case 'journey':
        return journey_id === undefined ? t('journeys', { count }) : t('journey');
    }
  };
}
