import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import classes from './seats.module.css';

type Shift = Pick<
  Schemas['Shift'],
  'capacity' | 'spots_left' | 'waitlist_capacity' | 'waitlist_count' | 'signup_count' | 'pending_count'
>;

/** How many seats a shift has left, in words and as a bar. */
export function Seats({ shift }: { readonly shift: Shift }) {
  const t = useTranslations('board');
  const { capacity, spots_left: left } = shift;
  if (capacity === null || left === null) return <span className={classes['free']}>{t('unlimited')}</span>;
  const taken = capacity - left;
  const hasWaitlist = shift.waitlist_capacity === null || shift.waitlist_count < shift.waitlist_capacity;
  const words = left > 0 ? t('spots', { count: left }) : t(hasWaitlist ? 'waitlist' : 'full');
  return (
    <span className={classes['seats']}>
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
