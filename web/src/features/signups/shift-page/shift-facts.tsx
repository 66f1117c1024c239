import { Anchor } from '@mantine/core';
import {
  IconBuildingCommunity,
  IconClock,
  IconListDetails,
  IconMapPin,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { minutesBetween } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { isOver, Seats } from '../../shifts/index.ts';
import { useNeeds } from './shift-needs.tsx';
import classes from './shift-page.module.css';

type Shift = Schemas['Shift'];

/** When, where, how many and with whom. */
export function ShiftFacts({ shift }: { readonly shift: Shift }) {
  const t = useTranslations('signups.facts');
  const times = useTimes();
  const minutes = minutesBetween(shift.start_time, shift.end_time);
  return (
    <section className={`${classes['card']} ${classes['main']}`} aria-label={t('label')}>
      <dl className={classes['facts']}>
        <Fact icon={<IconClock aria-hidden />} name={t('when')}>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
          <div className={classes['dim']}>{t('length', { hours: times.hours(minutes) })}</div>
        </Fact>
        {shift.location !== '' && (
          <Fact icon={<IconMapPin aria-hidden />} name={t('where')}>
            <div>{shift.location}</div>
            <Anchor
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(shift.location)}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('map')}
            </Anchor>
          </Fact>
        )}
        <Fact icon={<IconUsers aria-hidden />} name={t('places')}>
          <Seats shift={shift} />
          {shift.waitlist_count > 0 && (
            <div className={classes['dim']}>{t('waiting', { count: shift.waitlist_count })}</div>
          )}
          {shift.requires_approval && <div className={classes['dim']}>{t('needsApproval')}</div>}
        </Fact>
        {shift.roles.length > 0 && (
          <Fact icon={<IconListDetails aria-hidden />} name={t('roles')}>
            <Roles roles={shift.roles} isPast={isOver(shift)} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

interface FactProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ icon, name, children }: FactProps) {
  return (
    <div className={classes['fact']}>
      {icon}
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Roles({ roles, isPast }: Pick<Shift, 'roles'> & { readonly isPast: boolean }) {
  const t = useTranslations('signups.facts');
  return (
    <ul className={`${classes['plain']} ${classes['roles']}`}>
      {roles.map(({ id, name, spots_left: left }) => (
        <li key={id}>
          {name}{' '}
          {!isPast && (
            <span className={classes['dim']}>
              {left === null ? t('rolesOpen') : t('rolesLeft', { count: left })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Who is behind it, for questions. */
export function Organizer({ shift }: { readonly shift: Shift }) {
  const t = useTranslations('signups.facts');
  const needs = useNeeds(shift.id).data;
  if (needs === undefined) return null;
  return (
    <section className={classes['main']} aria-label={t('who')}>
      <dl className={classes['facts']}>
        <Fact icon={<IconBuildingCommunity aria-hidden />} name={t('who')}>
          {needs.organization.name}
          <div className={classes['dim']}>{needs.program.name}</div>
        </Fact>
      </dl>
    </section>
  );
}
