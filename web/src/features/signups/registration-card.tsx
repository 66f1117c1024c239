import { Badge } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { MyRegistration } from '../../api/my-registrations.ts';
import classes from '../../ui/card.module.css';
import { TextLink } from '../../ui/links.tsx';
import { ShiftTime } from '../../ui/shift-time.tsx';

interface RegistrationCardProps {
  readonly registration: MyRegistration;
  readonly tone?: 'good' | 'urgent';
  readonly children?: ReactNode;
}

const colors = {
  active: 'pine',
  pending_approval: 'gray',
  waitlisted: 'gray',
  offered: 'clay',
  cancelled: 'gray',
} as const;

/** One of my shifts: when, what, where, and how I stand to it. */
export function RegistrationCard({ registration, tone, children }: RegistrationCardProps) {
  const t = useTranslations('signups.shifts');
  const board = useTranslations('shifts.board');
  const { shift, status, waitlist_position: position } = registration;
  return (
    <li className={`${classes['card']} ${tone === undefined ? '' : classes[tone]}`}>
      <div className={classes['row']}>
        <div className={classes['words']}>
          <h3 className={classes['title']}>
            <TextLink to="/shifts/$id" params={{ id: String(shift.id) }} inherit c="inherit">
              {shift.title || board('untitled')}
            </TextLink>
          </h3>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
          {shift.location !== '' && (
            <div className={classes['dim']}>
              <IconMapPin size={16} aria-hidden /> {shift.location}
            </div>
          )}
        </div>
        {shift.status === 'cancelled' ? (
          <Badge color="red.8" variant="outline" tt="none" size="lg" autoContrast>
            {t('shiftCancelled')}
          </Badge>
        ) : tone !== undefined ? null : (
          <Badge color={colors[status]} variant="light" tt="none" size="lg">
            {t(`status.${status}`, { position: position ?? 0 })}
          </Badge>
        )}
      </div>
      {children}
    </li>
  );
}
