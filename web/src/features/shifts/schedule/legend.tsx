import { useTranslations } from 'use-intl';
import calendar from '../calendar.module.css';
import classes from './shift-block.module.css';

/** What the colors and edges of shifts mean. Each shift says the same in words for those who listen. */
export function Legend({ isForPlanning = false }: { readonly isForPlanning?: boolean }) {
  const t = useTranslations('shifts.calendar.legend');
  const item = (
    name: 'understaffed' | 'open' | 'full' | 'mine' | 'draft' | 'cancelled',
    look: Record<string, string>,
  ) => (
    <span>
      <i className={classes['block']} {...look} />
      {t(name)}
    </span>
  );
  return (
    <div className={calendar['legend']} aria-hidden>
      {item('understaffed', { 'data-open': 'true', 'data-under': 'true' })}
      {item('open', { 'data-open': 'true' })}
      {item('full', {})}
      {isForPlanning ? (
        <>
          {item('draft', { 'data-status': 'draft' })}
          {item('cancelled', { 'data-status': 'cancelled' })}
        </>
      ) : (
        item('mine', { 'data-mine': 'active' })
      )}
    </div>
  );
}
