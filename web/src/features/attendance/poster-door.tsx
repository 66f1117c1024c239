import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useIsPerson } from '../../api/me.ts';
import type { MyRegistration } from '../../api/my-registrations.ts';
import classes from '../../ui/card.module.css';
import { ButtonLink } from '../../ui/links.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAttendance } from './attendance.ts';

interface PosterDoorProps {
  readonly shift: Schemas['Shift'];
  readonly code: string;
  readonly registration: MyRegistration | undefined;
}

/** For whoever has scanned the poster with the phone's own camera: the address brought the code along. */
export function PosterDoor({ shift, code, registration }: PosterDoorProps) {
  const t = useTranslations('attendance.door');
  const session = useTranslations('common.session');
  const isPerson = useIsPerson();
  const { record, checkMeIn, isCheckingIn, checkInError } = useAttendance(shift.id);
  if (record !== undefined) return null;
  const next = `/shifts/${shift.id}?code=${encodeURIComponent(code)}`;
  return (
    <section className={`${classes['card']} ${classes['urgent']}`} aria-label={t('title')}>
      <Text>{t(isPerson && registration === undefined ? 'notMine' : 'poster')}</Text>
      <Problem error={checkInError} />
      {isPerson ? (
        registration !== undefined && (
          <Button size="lg" loading={isCheckingIn} onClick={() => checkMeIn(code)}>
            {t('checkIn')}
          </Button>
        )
      ) : (
        <ButtonLink to="/login" search={{ next }}>
          {session('logIn')}
        </ButtonLink>
      )}
    </section>
  );
}
