import { Badge, Button, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MyRegistration } from '../../api/my-registrations.ts';
import { apiPages } from '../../api/query.ts';
import classes from '../../ui/card.module.css';
import { CursorList } from '../../ui/cursor-list.tsx';
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

/** One of my shifts: when, what, where, and my registration. */
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

/** Loaded only when they are opened. */
export function PastShifts() {
  const t = useTranslations('signups.shifts');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes['section']} aria-labelledby="past-shifts">
      <h2 id="past-shifts" className={classes['heading']}>
        {t('past')}
      </h2>
      {isOpen ? (
        <PastList />
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('showPast')}
          </Button>
        </div>
      )}
    </section>
  );
}

function PastList() {
  const t = useTranslations('signups.shifts');
  const past = useInfiniteQuery(apiPages('/api/v1/me/registrations', { query: { when: 'past', limit: 20 } }));
  return (
    <CursorList query={past} empty={<Text c="dimmed">{t('noPast')}</Text>}>
      {(registrations) => (
        <ul className={classes['list']}>
          {registrations.map((registration) => (
            <RegistrationCard key={registration.id} registration={registration} />
          ))}
        </ul>
      )}
    </CursorList>
  );
}
