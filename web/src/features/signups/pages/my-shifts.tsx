import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useDelayedAbout } from '../../../api/delayed-changes.ts';
import { type MyRegistration, useMyRegistrations } from '../../../api/my-registrations.ts';
import { msOf } from '../../../time/calendar.ts';
import { useNowMs } from '../../../time/hooks.ts';
import classes from '../../../ui/card.module.css';
import { ComeBack } from '../../../ui/come-back.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ListSkeleton, Loaded } from '../../../ui/states.tsx';
import { MyAsks } from '../../asks/index.ts';
import { CheckInPanel, isCheckInOpen, MyCode } from '../../attendance/index.ts';
import { CalendarFeeds } from '../calendar-feeds.tsx';
import { PastShifts, RegistrationCard } from '../registration-card.tsx';
import { Offer } from '../shift-page/offer.tsx';
import { OfferedSpots } from '../swaps/my-swaps.tsx';

const route = getRouteApi('/me');

export function MyShiftsPage() {
  const t = useTranslations('signups');
  const { next } = route.useSearch();
  const registrations = useMyRegistrations();
  return (
    <Page
      title={t('title.mine')}
      lead={t('shifts.lead')}
      actions={
        <>
          <ComeBack next={next} label={t('availability.back')} />
          <MyCode />
        </>
      }
    >
      <MyAsks />
      <OfferedSpots to="me" />
      <Loaded query={registrations} skeleton={<ListSkeleton />}>
        {({ items }) => <Ahead registrations={items} />}
      </Loaded>
      <OfferedSpots to="all" />
      <PastShifts />
      <CalendarFeeds />
    </Page>
  );
}

/** First what waits for an answer, then what is going on, then what comes. */
function Ahead({ registrations }: { readonly registrations: readonly MyRegistration[] }) {
  const t = useTranslations('signups.shifts');
  const common = useTranslations('common.action');
  const nowMs = useNowMs();
  const delayed = useDelayedAbout();
  const living = registrations
    .filter(({ id, status }) => status !== 'cancelled' && !delayed.has(`registration ${id}`))
    .toSorted((one, other) => msOf(one.shift.start_time) - msOf(other.shift.start_time));
  const isOver = ({ shift }: MyRegistration) => msOf(shift.end_time) < nowMs;
  const isNow = ({ status, shift }: MyRegistration) =>
    status === 'active' && shift.status === 'published' && isCheckInOpen(shift, nowMs);
  const offers = living.filter((one) => one.status === 'offered' && !isOver(one));
  const now = living.filter(isNow);
  const next = living.filter((one) => one.status !== 'offered' && !isNow(one) && !isOver(one));
  if (offers.length + now.length + next.length === 0) {
    return (
      <div className={classes['section']}>
        <EmptyState
          title={t('empty')}
          text={t('emptyText')}
          action={<ButtonLink to="/">{common('toBoard')}</ButtonLink>}
        />
      </div>
    );
  }
  return (
    <>
      <RegistrationGroup name="offers" registrations={offers} />
      <RegistrationGroup name="now" registrations={now} />
      <RegistrationGroup name="upcoming" registrations={next} />
    </>
  );
}

interface GroupProps {
  readonly name: 'offers' | 'now' | 'upcoming';
  readonly registrations: readonly MyRegistration[];
}

function RegistrationGroup({ name, registrations }: GroupProps) {
  const t = useTranslations('signups.shifts');
  if (registrations.length === 0) return null;
  return (
    <section className={classes['section']} aria-labelledby={`mine-${name}`}>
      <h2 id={`mine-${name}`} className={classes['heading']}>
        {t(name)}
      </h2>
      <ul className={classes['list']}>
        {registrations.map((registration) => (
          <RegistrationCard
            key={registration.id}
            registration={registration}
            {...(name === 'offers' && { tone: 'urgent' })}
            {...(name === 'now' && { tone: 'good' })}
          >
            {name === 'offers' && <Offer registration={registration} />}
            {name !== 'offers' && registration.status === 'active' && (
              <CheckInPanel shift={registration.shift} />
            )}
          </RegistrationCard>
        ))}
      </ul>
    </section>
  );
}
