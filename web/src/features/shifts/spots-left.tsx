import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useNowMs } from '../../time/hooks.ts';
import { type Spots, type Staff, spotsOf, staffOf } from './spots.ts';
import classes from './spots-left.module.css';

export function useSpotsText() {
  const t = useTranslations('shifts.board');
  return (spots: Spots): string => ('count' in spots ? t(spots.kind, { count: spots.count }) : t(spots.kind));
}

/** The numbers of a shift for those who plan. */
export function useStaffText() {
  const t = useTranslations('shifts.calendar.staff');
  return {
    short: ({ filled, minimum, maximum }: Staff, isNarrow: boolean): string => {
      const count = maximum === null ? String(filled) : `${filled}/${maximum}`;
      return minimum === null || isNarrow ? count : `${count}, ${t('minimum', { minimum })}`;
    },
    long: ({ filled, minimum, maximum, isUnder }: Staff): string =>
      [
        maximum === null ? t('unlimited', { filled }) : t('filled', { filled, maximum }),
        ...(minimum === null ? [] : [t('needs', { minimum })]),
        ...(isUnder ? [t('under')] : []),
      ].join(', '),
  };
}

interface SpotsLeftProps {
  readonly shift: Schemas['Shift'];
  /** Says how many people it needs at least, and whether they are there. */
  readonly isForPlanning?: boolean;
}

/** How many spots a shift has left, in words and as a bar. */
export function SpotsLeft({ shift, isForPlanning = false }: SpotsLeftProps) {
  const t = useTranslations('shifts.board');
  const staffText = useStaffText();
  const spots = spotsOf(shift, isForPlanning, useNowMs());
  const staff = staffOf(shift);
  const words = useSpotsText()(spots);
  const { capacity, spots_left: left } = shift;
  if (spots.kind === 'cancelled' || spots.kind === 'past' || spots.kind === 'started')
    return <span className={classes['past']}>{words}</span>;
  const needs = isForPlanning && (
    <span className={classes[staff.isUnder ? 'under' : 'enough']}>{staffText.long(staff)}</span>
  );
  if (capacity === null || left === null)
    return (
      <span className={classes['spots']}>
        <span className={classes['free']}>{words}</span>
        {needs}
      </span>
    );
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
      {needs || <span className="only-read-aloud">{t('filled', { taken, capacity })}</span>}
    </span>
  );
}
