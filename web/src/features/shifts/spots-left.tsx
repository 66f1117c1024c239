import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { type Spots, spotsOf } from './spots.ts';
import classes from './spots-left.module.css';

export function useSpotsText() {
  const t = useTranslations('shifts.board');
  return (spots: Spots): string => ('count' in spots ? t(spots.kind, { count: spots.count }) : t(spots.kind));
}

/** How many spots a shift has left, in words and as a bar. */
export function SpotsLeft({ shift }: { readonly shift: Schemas['Shift'] }) {
  const t = useTranslations('shifts.board');
  const spots = spotsOf(shift);
  const words = useSpotsText()(spots);
  const { capacity, spots_left: left } = shift;
  if (spots.kind === 'past') return <span className={classes['past']}>{words}</span>;
  if (capacity === null || left === null) return <span className={classes['free']}>{words}</span>;
  const taken = capacity - left;
  return (
    <span className={classes['spots']}>
      <span className={classes[left === 0 ? 'full' : left <= 2 ? 'few' : 'free']}>{words}</span>
      <span className={classes['bar']} aria-hidden>
        <span
          className={classes['taken']}
          style={{ inlineSize: `${Math.round((100 * taken) / capacity)}%` }}
        />
      </span>
      <span className="only-read-aloud">{t('filled', { taken, capacity })}</span>
    </span>
  );
}
