import { Alert } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useIsPerson, useOrganizations, useSession } from '../../../api/me.ts';
import type { MyRegistration } from '../../../api/my-registrations.ts';
import { msOf } from '../../../time/calendar.ts';
import { useNowMs } from '../../../time/hooks.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { TextSkeleton } from '../../../ui/states.tsx';
import { AskToJoin, InvitationOnly } from '../../organizations/index.ts';
import { MyPlace } from './my-place.tsx';
import { useNeeds } from './shift-needs.tsx';
import classes from './shift-page.module.css';
import { SignUpPanel } from './sign-up-panel.tsx';

interface YourPlaceProps {
  readonly shift: Schemas['Shift'];
  readonly registration: MyRegistration | undefined;
  readonly isLoading: boolean;
}

/** What the reader has to do with this shift: sign up, wait, come, or nothing any more. */
export function YourPlace(props: YourPlaceProps) {
  return (
    <KeepFocus>
      <Place {...props} />
    </KeepFocus>
  );
}

function Place({ shift, registration, isLoading }: YourPlaceProps) {
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
      <section className={classes['card']} aria-label={t('title')}>
        <TextSkeleton />
      </section>
    );
  }
  if (registration !== undefined) return <MyPlace shift={shift} registration={registration} />;
  if (msOf(shift.end_time) < nowMs) {
    return (
      <section className={classes['card']} aria-label={t('title')}>
        <p className={classes['prose']}>{t('over')}</p>
      </section>
    );
  }
  return (
    <section className={classes['card']} aria-labelledby="your-place">
      <h2 id="your-place" className={classes['heading']}>
        {t('title')}
      </h2>
      <NewPlace shift={shift} />
    </section>
  );
}

function NewPlace({ shift }: Pick<YourPlaceProps, 'shift'>) {
  const t = useTranslations('signups.panel');
  const isPerson = useIsPerson();
  const { memberships, isLoading } = useOrganizations();
  const isMember = isLoading || memberships.some(({ id }) => id === shift.organization_id);
  const needs = useNeeds(shift.id);
  if (shift.status === 'draft') return <p className={classes['prose']}>{t('draft')}</p>;
  if (isMember) return <SignUp shift={shift} />;
  if (needs.data === undefined) return needs.isError ? <SignUp shift={shift} /> : <TextSkeleton />;
  const { organization } = needs.data;
  const next = `/shifts/${shift.id}?then=sign-up`;
  if (organization.join_rule !== 'invitation') return <SignUp shift={shift} />;
  return isPerson ? (
    <AskToJoin organization={organization} />
  ) : (
    <InvitationOnly organization={organization} next={next} />
  );
}

function SignUp({ shift }: Pick<YourPlaceProps, 'shift'>) {
  const t = useTranslations('signups.panel');
  const isPerson = useIsPerson();
  if (isPerson) return <SignUpPanel shift={shift} />;
  const next = `/shifts/${shift.id}?then=sign-up`;
  return (
    <>
      <p className={classes['prose']}>{t('visitor')}</p>
      <ButtonLink to="/login" search={{ next }}>
        {t('logIn')}
      </ButtonLink>
      <ButtonLink to="/signup" search={{ next }} variant="default">
        {t('create')}
      </ButtonLink>
    </>
  );
}
