import { Button, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { type MyRegistration, staleAfterChange, useOwnShifts } from '../../../api/my-registrations.ts';
import { apiQuery } from '../../../api/query.ts';
import { isoOf } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { SpotsLeft } from '../../shifts/index.ts';
import { destinationsOf } from './destinations.ts';
import classes from './shift-page.module.css';

type Shift = Schemas['Shift'];

interface MoveDialogProps {
  readonly registration: MyRegistration;
  readonly close: () => void;
}

/** The other shifts of the mission with free spots; one tap moves there. */
export default function MoveDialog({ registration, close }: MoveDialogProps) {
  const t = useTranslations('signups.mine');
  const navigate = useNavigate();
  const { shift, role_key: role } = registration;
  const own = useOwnShifts();
  const [tried, setTried] = useState<Shift>();
  const from = useMemo(() => isoOf(Date.now()), []);
  const others = useQuery(
    apiQuery('/api/v1/shifts', {
      query: { mission_id: shift.mission_id, from, status: 'published', has_space: true, limit: 50 },
    }),
  );
  const move = useApiMutation('post', '/api/v1/shifts/{destinationId}/signups/change', {
    invalidates: ({ path }) => staleAfterChange(shift.id, path.destinationId),
    onSuccess: (_, { path }) => {
      void notify.takeBack(`spot ${shift.id}`);
      notify.success(t('moved'), `spot ${path.destinationId}`);
      close();
      void navigate({ to: '/shifts/$id', params: { id: String(path.destinationId) }, ignoreBlocker: true });
    },
  });
  const go = (to: Shift) => {
    const hasRole = to.roles.some(({ key }) => key === role);
    setTried(to);
    move.mutate({
      path: { destinationId: to.id },
      body: { current_shift_id: shift.id, ...(hasRole && { role_key: role }) },
    });
  };
  return (
    <Dialog title={t('moveTitle')} close={close} centered>
      <Stack>
        <Text>{t('moveText')}</Text>
        <Loaded query={others}>
          {({ items }) => (
            <Destinations
              shifts={destinationsOf(items, own, tried)}
              go={go}
              tried={tried?.id}
              isMoving={move.isPending}
              error={move.error}
            />
          )}
        </Loaded>
      </Stack>
    </Dialog>
  );
}

interface DestinationsProps {
  readonly shifts: readonly Shift[];
  readonly go: (shift: Shift) => void;
  /** The shift that was pressed last: it shows that it is busy, and the refusal. */
  readonly tried: number | undefined;
  readonly isMoving: boolean;
  readonly error: unknown;
}

function Destinations({ shifts, go, tried, isMoving, error }: DestinationsProps) {
  const t = useTranslations('signups.mine');
  const board = useTranslations('shifts.board');
  const times = useTimes();
  if (shifts.length === 0) return <Text c="dimmed">{t('moveEmpty')}</Text>;
  return (
    <ul className={classes['plain']}>
      {shifts.map((shift) => {
        const { id, start_time: start, end_time: end, time_zone: zone } = shift;
        const title = shift.title || board('untitled');
        const isTried = id === tried;
        const isRefused = isTried && error !== null;
        return (
          <li key={id} className={classes['reason']}>
            <Text fw={600}>{title}</Text>
            <ShiftTime start={start} end={end} zone={zone} />
            {/* Once it is full it is no longer read, and this would contradict the refusal. */}
            {!isRefused && <SpotsLeft shift={shift} />}
            <Button
              variant="light"
              aria-label={t('moveHereOf', { title, time: times.span(start, end, zone) })}
              loading={isMoving && isTried}
              disabled={isMoving && !isTried}
              onClick={() => go(shift)}
            >
              {t('moveHere')}
            </Button>
            {isRefused && (
              <div ref={showAll}>
                <Problem error={error} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The button may be at the lower edge of the screen, and the refusal below it. */
const showAll = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });
