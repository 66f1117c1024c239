import { Alert, Button, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconCalendarX, IconCircleCheck, IconGift, IconHourglass } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useDelayedChanges } from '../../../api/delayed-changes.ts';
import { useIsPerson, useOrganizations, useSession } from '../../../api/me.ts';
import type { MyRegistration } from '../../../api/my-registrations.ts';
import { deviceZone, msOf } from '../../../time/calendar.ts';
import { useNowMs, useTimes } from '../../../time/hooks.ts';
import card from '../../../ui/card.module.css';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { TextSkeleton } from '../../../ui/states.tsx';
import { CheckInPanel, isCheckInOpen } from '../../attendance/index.ts';
import { AskToJoin, InvitationOnly } from '../../organizations/index.ts';
import { hasStarted, SeriesSignUp } from '../../shifts/index.ts';
import { pastStatus } from '../past-status.ts';
import { GiveSpot, TakeSpot } from '../swaps/my-swaps.tsx';
import { usePastText } from '../use-past-text.ts';
import { Offer } from './offer.tsx';
import { useNeeds } from './shift-needs.tsx';
import { SignUpPanel } from './sign-up-panel.tsx';

interface YourSpotProps {
  readonly shift: Schemas['Shift'];
  readonly registration: MyRegistration | undefined;
  readonly isLoading: boolean;
}

/** What the reader has to do with this shift: sign up, wait, come, or nothing any more. */
export function YourSpot(props: YourSpotProps) {
  const { series_id: seriesId, organization_id: organizationId } = props.shift;
  return (
    <KeepFocus>
      {seriesId === null ? (
        <Spot {...props} />
      ) : (
        // Around all of it: what became of each shift stays on the screen when this one is theirs.
        <SeriesSignUp seriesId={seriesId} organizationId={organizationId}>
          {(open) => <Spot {...props} openSeries={open} />}
        </SeriesSignUp>
      )}
    </KeepFocus>
  );
}

interface SpotProps extends YourSpotProps {
  readonly openSeries?: () => void;
}

type NewSpotProps = Pick<SpotProps, 'shift' | 'openSeries'>;

function Spot({ registration, isLoading, ...rest }: SpotProps) {
  const { shift } = rest;
  const t = useTranslations('signups.panel');
  const nowMs = useNowMs();
  const session = useSession();
  if (shift.status === 'cancelled') {
    return (
      <Alert color="red" icon={<IconCalendarX aria-hidden />} title={t('cancelled')}>
        {t('cancelledText')}
      </Alert>
    );
  }
  if (session === 'starting' || isLoading) {
    return (
      <section className={card['card']} aria-label={t('title')}>
        <TextSkeleton />
      </section>
    );
  }
  const isPast = msOf(shift.end_time) < nowMs;
  if (registration !== undefined) {
    // For a while after the end, people can still check out.
    const Mine = isPast && !isCheckInOpen(shift, nowMs) ? PastSpot : MySpot;
    return <Mine shift={shift} registration={registration} />;
  }
  if (isPast) {
    return (
      <section className={card['card']} aria-label={t('title')}>
        <p className={card['prose']}>{t('over')}</p>
      </section>
    );
  }
  return (
    <section className={card['card']} aria-labelledby="your-spot">
      <h2 id="your-spot" className={card['heading']}>
        {t('title')}
      </h2>
      <NewSpot {...rest} />
    </section>
  );
}

function NewSpot(props: NewSpotProps) {
  const { shift } = props;
  const t = useTranslations('signups.panel');
  const isPerson = useIsPerson();
  const nowMs = useNowMs();
  const times = useTimes();
  const { memberships, isLoading } = useOrganizations();
  const isMember = isLoading || memberships.some(({ id }) => id === shift.organization_id);
  const needs = useNeeds(shift.id);
  if (shift.status === 'draft') return <p className={card['prose']}>{t('draft')}</p>;
  // An account would not help any more.
  if (!isPerson && hasStarted(shift, nowMs)) return <p className={card['prose']}>{t('started')}</p>;
  if (isMember) return <SignUp {...props} />;
  if (needs.data === undefined) return needs.isError ? <SignUp {...props} /> : <TextSkeleton />;
  const { organization, signup_opens_at: opens, signup_closes_at: closes } = needs.data;
  if (!isPerson && msOf(closes) <= nowMs) {
    const time = times.momentIn(shift.time_zone, closes, deviceZone);
    return <p className={card['prose']}>{t('closed', { time })}</p>;
  }
  if (!isPerson && opens !== null && msOf(opens) > nowMs) {
    const time = times.momentIn(shift.time_zone, opens, deviceZone);
    return <p className={card['prose']}>{t('notOpen', { time })}</p>;
  }
  const next = `/shifts/${shift.id}?then=sign-up`;
  if (organization.join_rule !== 'invitation') return <SignUp {...props} />;
  return isPerson ? (
    <AskToJoin organization={organization} />
  ) : (
    <InvitationOnly organization={organization} next={next} />
  );
}

function SignUp({ shift, openSeries }: NewSpotProps) {
  const t = useTranslations('signups.panel');
  const isPerson = useIsPerson();
  if (isPerson) {
    return (
      <>
        <TakeSpot shiftId={shift.id} />
        <SignUpPanel shift={shift} />
        {openSeries && (
          <Button variant="default" onClick={openSeries}>
            {t('series')}
          </Button>
        )}
      </>
    );
  }
  const next = `/shifts/${shift.id}?then=sign-up`;
  return (
    <>
      <p className={card['prose']}>{t('visitor')}</p>
      <ButtonLink to="/login" search={{ next }}>
        {t('logIn')}
      </ButtonLink>
      <ButtonLink to="/signup" search={{ next }} variant="default">
        {t('create')}
      </ButtonLink>
    </>
  );
}

const CancelSpot = lazyDialog(() => import('./cancel-dialog.tsx'));
const MoveSpot = lazyDialog(() => import('./move-dialog.tsx'));

interface MySpotProps {
  readonly shift: Schemas['Shift'];
  readonly registration: MyRegistration;
}

const tones = {
  active: 'good',
  offered: 'urgent',
  pending_approval: '',
  waitlisted: '',
  cancelled: '',
} as const;

/** The person's status on the shift, and what they can do. */
function MySpot({ shift, registration }: MySpotProps) {
  const t = useTranslations('signups');
  const common = useTranslations('common');
  const nowMs = useNowMs();
  const delayed = useDelayedChanges().find(({ about }) => about.includes(`registration ${registration.id}`));
  const { status } = registration;
  const role = shift.roles.find(({ id }) => id === registration.role_id)?.name;
  const isAhead = msOf(shift.start_time) > nowMs;
  const title = status === 'active' && role !== undefined ? t('mine.activeAs', { role }) : t(titles[status]);
  // The button that undoes it is where it is on every page, at the lower edge of the screen.
  if (delayed !== undefined) {
    return (
      <section className={card['card']} aria-labelledby="my-spot">
        <h2 id="my-spot" className={card['heading']}>
          {delayed.state === 'unsent' ? common('delayed.unsent', { text: delayed.text }) : delayed.text}
        </h2>
      </section>
    );
  }
  return (
    <section className={`${card['card']} ${card[tones[status]] ?? ''}`} aria-labelledby="my-spot">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <StatusIcon status={status} />
        <h2 id="my-spot" className={card['heading']}>
          {title}
        </h2>
      </Group>
      <About registration={registration} />
      {status === 'offered' && <Offer registration={registration} />}
      {status === 'active' && <CheckInPanel shift={shift} />}
      {isAhead && status === 'active' && (
        <MoveSpot registration={registration}>
          {(open) => (
            <Button variant="default" onClick={open}>
              {t('mine.move')}
            </Button>
          )}
        </MoveSpot>
      )}
      {isAhead && status === 'active' && <GiveSpot shiftId={shift.id} />}
      {isAhead && status === 'waitlisted' && <TakeSpot shiftId={shift.id} />}
      {isAhead && status !== 'offered' && (
        <CancelSpot registration={registration}>
          {(ask) => (
            <Button variant="subtle" c="var(--mantine-color-error)" onClick={ask}>
              {t(verbs[status])}
            </Button>
          )}
        </CancelSpot>
      )}
    </section>
  );
}

/** Whether the person came, and for how long. */
function PastSpot({ shift, registration }: MySpotProps) {
  const text = usePastText();
  const tone = pastStatus(registration) === 'came' ? 'good' : '';
  return (
    <section className={`${card['card']} ${card[tone] ?? ''}`} aria-labelledby="my-spot">
      <h2 id="my-spot" className={card['heading']}>
        {text(registration)}
      </h2>
      {registration.attendance !== null && <CheckInPanel shift={shift} />}
    </section>
  );
}

const titles = {
  active: 'mine.active',
  pending_approval: 'mine.pending_approval',
  waitlisted: 'mine.waitlisted',
  offered: 'mine.offered',
  cancelled: 'panel.cancelled',
} as const;

const verbs = {
  active: 'mine.cancel',
  pending_approval: 'mine.withdraw',
  waitlisted: 'mine.leave',
  offered: 'mine.decline',
  cancelled: 'mine.cancel',
} as const;

function StatusIcon({ status }: Pick<MyRegistration, 'status'>) {
  const Icon = status === 'active' ? IconCircleCheck : status === 'offered' ? IconGift : IconHourglass;
  return <Icon aria-hidden style={{ flex: 'none' }} />;
}

function About({ registration }: Pick<MySpotProps, 'registration'>) {
  const t = useTranslations('signups.mine');
  const { status, waitlist_position: position } = registration;
  if (status === 'active') return <Text>{t('activeText')}</Text>;
  if (status === 'pending_approval') return <Text>{t('pendingText')}</Text>;
  if (status === 'waitlisted' && position !== null) return <Text>{t('waitlistedText', { position })}</Text>;
  return null;
}
