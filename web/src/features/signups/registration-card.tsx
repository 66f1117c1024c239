import { Badge, Button, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MyRegistration } from '../../api/my-registrations.ts';
import { apiPages, apiQuery } from '../../api/query.ts';
import classes from '../../ui/card.module.css';
import { CursorList } from '../../ui/cursor-list.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ShiftTime } from '../../ui/shift-time.tsx';
import { pastStatus } from './past-status.ts';
import { usePastText } from './use-past-text.ts';

interface RegistrationCardProps {
  readonly registration: MyRegistration;
  readonly tone?: 'good' | 'urgent';
  /** The shift is over: how long the person was there, where that is known. */
  readonly past?: { readonly minutes: number | null };
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
export function RegistrationCard({ registration, tone, past, children }: RegistrationCardProps) {
  const t = useTranslations('signups.shifts');
  const board = useTranslations('shifts.board');
  const { shift } = registration;
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
        ) : past !== undefined ? (
          <PastBadge registration={registration} minutes={past.minutes} />
        ) : tone !== undefined ? null : (
          <StatusBadge registration={registration} />
        )}
      </div>
      {children}
    </li>
  );
}

function StatusBadge({ registration }: Pick<RegistrationCardProps, 'registration'>) {
  const t = useTranslations('signups.shifts');
  const { status, waitlist_position: position } = registration;
  return (
    <Badge color={colors[status]} variant="light" tt="none" size="lg">
      {t(`status.${status}`, { position: position ?? 0 })}
    </Badge>
  );
}

interface PastBadgeProps {
  readonly registration: MyRegistration;
  readonly minutes: number | null;
}

function PastBadge({ registration, minutes }: PastBadgeProps) {
  const text = usePastText();
  return (
    <Badge color={pastStatus(registration) === 'came' ? 'pine' : 'gray'} variant="light" tt="none" size="lg">
      {text(registration, minutes)}
    </Badge>
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
  // One request for all cards: those beyond it say that the person came, not how long.
  const attendance = useQuery(apiQuery('/api/v1/me/attendance', { query: { limit: 200 } }));
  const minutesOf = (id: number) =>
    attendance.data?.items.find(({ registration_id }) => registration_id === id)?.minutes ?? null;
  const past = useInfiniteQuery(apiPages('/api/v1/me/registrations', { query: { when: 'past', limit: 20 } }));
  return (
    <CursorList query={past} empty={<Text c="dimmed">{t('noPast')}</Text>}>
      {(registrations) => (
        <ul className={classes['list']}>
          {registrations.map((registration) => (
            <RegistrationCard
              key={registration.id}
              registration={registration}
              past={{ minutes: minutesOf(registration.id) }}
            />
          ))}
        </ul>
      )}
    </CursorList>
  );
}
