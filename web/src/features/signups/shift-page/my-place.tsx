import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconGift, IconHourglass } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import type { MyRegistration } from '../../../api/my-registrations.ts';
import { msOf } from '../../../time/calendar.ts';
import { useNowMs } from '../../../time/hooks.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Door } from '../../attendance/index.ts';
import { Offer } from './offer.tsx';
import classes from './shift-page.module.css';

const CancelPlace = lazyDialog(() => import('./cancel-dialog.tsx'));
const MovePlace = lazyDialog(() => import('./move-dialog.tsx'));

interface MyPlaceProps {
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

/** How the person stands to the shift, and what they can do about it. */
export function MyPlace({ shift, registration }: MyPlaceProps) {
  const t = useTranslations('signups');
  const nowMs = useNowMs();
  const { status } = registration;
  const role = shift.roles.find(({ id }) => id === registration.role_id)?.name;
  const isAhead = msOf(shift.start_time) > nowMs;
  const title = status === 'active' && role !== undefined ? t('mine.activeAs', { role }) : t(titles[status]);
  return (
    <section className={`${classes['card']} ${classes[tones[status]] ?? ''}`} aria-labelledby="my-place">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <StatusIcon status={status} />
        <h2 id="my-place" className={classes['heading']}>
          {title}
        </h2>
      </Group>
      <About registration={registration} />
      {status === 'offered' && <Offer registration={registration} />}
      {status === 'active' && <Door shift={shift} />}
      {isAhead && status === 'active' && (
        <MovePlace registration={registration}>
          {(open) => (
            <Button variant="default" onClick={open}>
              {t('mine.move')}
            </Button>
          )}
        </MovePlace>
      )}
      {isAhead && status !== 'offered' && (
        <CancelPlace registration={registration}>
          {(ask) => (
            <Button variant="subtle" c="var(--mantine-color-error)" onClick={ask}>
              {t(verbs[status])}
            </Button>
          )}
        </CancelPlace>
      )}
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

function About({ registration }: Pick<MyPlaceProps, 'registration'>) {
  const t = useTranslations('signups.mine');
  const { status, waitlist_position: position } = registration;
  if (status === 'active') return <Text>{t('activeText')}</Text>;
  if (status === 'pending_approval') return <Text>{t('pendingText')}</Text>;
  if (status === 'waitlisted' && position !== null) return <Text>{t('waitlistedText', { position })}</Text>;
  return null;
}
