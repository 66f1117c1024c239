import { Button, Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconLogin2, IconLogout2, IconQrcode } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../../api/me.ts';
import type { MyRegistration } from '../../api/my-registrations.ts';
import { dayMs, deviceZone, msOf } from '../../time/calendar.ts';
import { useNowMs, useTimes } from '../../time/hooks.ts';
import classes from '../../ui/card.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { Problem } from '../../ui/problem.tsx';
import { type AttendanceRecord, isCheckInOpen, opensBeforeMs, useAttendance } from './attendance.ts';

const Scanner = lazyPart(() => import('./scanner.tsx'));

type CheckInShift = Pick<Schemas['Shift'], 'id' | 'start_time' | 'end_time' | 'time_zone'>;

/** Checking in and out by oneself, inside the time in which that is possible. */
export function CheckInPanel({ shift }: { readonly shift: CheckInShift }) {
  const t = useTranslations('attendance.door');
  const times = useTimes();
  const nowMs = useNowMs();
  const { record, checkMeIn, isCheckingIn, checkInError, checkOut } = useAttendance(shift.id);
  const [isScanning, setScanning] = useState(false);
  const path = { id: shift.id };
  if (!isCheckInOpen(shift, nowMs)) {
    if (record !== undefined) return <Attended record={record} zone={shift.time_zone} />;
    const opensMs = msOf(shift.start_time) - opensBeforeMs;
    if (opensMs < nowMs || opensMs - nowMs > dayMs) return null;
    return <Text>{t('opens', { time: times.momentIn(shift.time_zone, opensMs, deviceZone) })}</Text>;
  }
  const isIn = record?.status === 'checked_in';
  return (
    <Stack gap="sm">
      {record === undefined ? <Text>{t('open')}</Text> : <Attended record={record} zone={shift.time_zone} />}
      <Problem error={checkInError ?? checkOut.error} />
      <Group gap="sm">
        {record === undefined && (
          <>
            <Button
              leftSection={<IconLogin2 aria-hidden size={20} />}
              loading={isCheckingIn}
              onClick={() => checkMeIn()}
            >
              {t('checkIn')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconQrcode aria-hidden size={20} />}
              onClick={() => setScanning(true)}
            >
              {t('scan')}
            </Button>
          </>
        )}
        {isIn && (
          <Button
            leftSection={<IconLogout2 aria-hidden size={20} />}
            loading={checkOut.isPending}
            onClick={() => checkOut.mutate({ path, body: {} })}
          >
            {t('checkOut')}
          </Button>
        )}
      </Group>
      {isScanning && (
        <Suspense fallback={<LoadingBar />}>
          <Scanner shiftId={shift.id} close={() => setScanning(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

function Attended({ record, zone }: { readonly record: AttendanceRecord; readonly zone: string }) {
  const t = useTranslations('attendance.door');
  const times = useTimes();
  const { checked_in_at: from, checked_out_at: until, minutes, late } = record;
  return (
    <div role="status">
      {from !== null && (
        <Text fw={600}>
          {t('in', { time: times.since(from, zone) })}
          {late && ` · ${t('late')}`}
        </Text>
      )}
      {until !== null && <Text fw={600}>{t('out', { time: times.since(until, zone) })}</Text>}
      {until !== null && minutes !== null && (
        <Text>{t('thanks', { hours: times.hours(minutes, 'long') })}</Text>
      )}
    </div>
  );
}

interface PosterCheckInProps {
  readonly shift: Schemas['Shift'];
  readonly code: string;
  readonly registration: MyRegistration | undefined;
}

/** For people who scanned the poster with the phone's camera: the address contains the code. */
export function PosterCheckIn({ shift, code, registration }: PosterCheckInProps) {
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
