import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import classes from '../../ui/rows.module.css';
import { ShiftTime } from '../../ui/shift-time.tsx';
import { Seats } from '../shifts/index.ts';

const shown = 8;

/** What still needs people in the next days, the emptiest of each day first on the eye by its bar. */
export function Understaffed({ shifts }: { readonly shifts: readonly Schemas['Shift'][] }) {
  const t = useTranslations('today');
  const open = shifts.filter(({ spots_left: left }) => left !== null && left > 0);
  return (
    <section aria-labelledby="understaffed">
      <h2 id="understaffed" className={classes['heading']}>
        {t('understaffed')}
      </h2>
      {open.length === 0 ? (
        <p className={classes['quiet']}>{t(shifts.length === 0 ? 'noneComing' : 'allStaffed')}</p>
      ) : (
        <ul className={classes['list']}>
          {open.slice(0, shown).map((shift) => (
            <li key={shift.id}>
              <Link to="/manage/shifts/$id" params={{ id: String(shift.id) }} className={classes['row']}>
                <span>
                  <strong>{shift.title}</strong>
                  <br />
                  <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
                </span>
                <Seats shift={shift} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
