import type { Schemas } from '@muster/client';
import { useFormatter, useTranslations } from 'use-intl';
import { dayKey } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import classes from '../../../ui/rows.module.css';
import { PlainSection } from '../../../ui/section.tsx';
import { exceptionsAhead, weekLines } from './availability-lines.ts';
import { minutesFromClock } from './week-windows.ts';

type Availability = Schemas['Availability'];
const exceptionsShown = 10;

/** When a person is available. */
export function PersonAvailability({ availability }: { readonly availability: Availability }) {
  const t = useTranslations('manageSignups.person');
  const { list } = useFormatter();
  const times = useTimes();
  const weekdays = times.weekdays('longWeekday');
  const clock = useClock();
  const lines = weekLines(availability);
  const { time_zone: zone } = availability;
  const ahead = exceptionsAhead(availability, dayKey(Date.now(), zone)).slice(0, exceptionsShown);
  return (
    <PlainSection title={t('availability')}>
      {lines.length === 0 ? (
        <p className={classes['quiet']}>{t('always')}</p>
      ) : (
        <>
          <dl className={classes['states']}>
            {lines.map(([day, stretches]) => (
              <div key={day} className={classes['state']}>
                <dt>{weekdays[day]}</dt>
                <dd>{list(stretches.map(([from, until]) => clock(from, until)))}</dd>
              </div>
            ))}
          </dl>
          <p className={classes['quiet']}>{t('zone', { zone: zone.replaceAll('_', ' ') })}</p>
        </>
      )}
      {ahead.length > 0 && (
        <>
          <h3 className={classes['title']}>{t('exceptions')}</h3>
          <ul>
            {ahead.map((one) => (
              <li key={`${one.date} ${one.from}`}>
                {times.formatDay('dayYear', one.date)}: <Exception exception={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </PlainSection>
  );
}

function Exception({ exception }: { readonly exception: Availability['exceptions'][number] }) {
  const t = useTranslations('manageSignups.person');
  const clock = useClock();
  const { available, from, until } = exception;
  if (from == null || until == null) return t(available ? 'thereAllDay' : 'awayAllDay');
  return t(available ? 'there' : 'away', { times: clock(minutesFromClock(from), minutesFromClock(until)) });
}

/** Minutes from midnight as the reader writes them. */
function useClock(): (from: number, until: number) => string {
  const times = useTimes();
  return (from, until) => `${times.clock(from)} – ${times.clock(until)}`;
}
