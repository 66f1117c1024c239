import { useTranslations } from 'use-intl';
import { useRosterActions } from './actions.ts';
import classes from './roster.module.css';
import type { RosterPerson } from './use-roster.ts';

/** How the shift stands, in a line. */
export function RosterNumbers({ people }: { readonly people: readonly RosterPerson[] }) {
  const t = useTranslations('manageSignups.numbers');
  const { capacity } = useRosterActions().shift;
  const count = (is: (person: RosterPerson) => boolean) => people.filter(is).length;
  const active = count(({ status }) => status === 'active');
  const numbers = [
    ['confirmed', capacity === null ? active : t('of', { count: active, capacity })],
    ['pending', count(({ status }) => status === 'pending_approval')],
    ['waiting', count(({ status }) => status === 'waitlisted' || status === 'offered')],
    ['in', count(({ attendance }) => attendance?.status === 'checked_in')],
    ['out', count(({ attendance }) => attendance?.status === 'checked_out')],
    ['missing', count(({ attendance }) => attendance?.status === 'no_show')],
  ] as const;
  const shown = numbers.filter(([name, value]) => name === 'confirmed' || value !== 0);
  return (
    <dl className={classes['numbers']}>
      {shown.map(([name, value]) => (
        <div key={name} className={classes['number']}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
