import { Button, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { type MyRegistration, staleAfterChange } from '../../../api/my-registrations.ts';
import { apiQuery } from '../../../api/query.ts';
import { isoOf } from '../../../time/calendar.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { SpotsLeft } from '../../shifts/index.ts';
import classes from './shift-page.module.css';

interface MoveDialogProps {
  readonly registration: MyRegistration;
  readonly close: () => void;
}

/** The other shifts of the mission with free spots; one tap moves there. */
export default function MoveDialog({ registration, close }: MoveDialogProps) {
  const t = useTranslations('signups.mine');
  const navigate = useNavigate();
  const { shift, role_key: role } = registration;
  const from = useMemo(() => isoOf(Date.now()), []);
  const others = useQuery(
    apiQuery('/api/v1/shifts', {
      query: { mission_id: shift.mission_id, from, status: 'published', has_space: true, limit: 50 },
    }),
  );
  const move = useApiMutation('post', '/api/v1/shifts/{destinationId}/signups/change', {
    invalidates: ({ path }) => staleAfterChange(shift.id, path.destinationId),
    onSuccess: (_, { path }) => {
      notify.success(t('moved'));
      close();
      void navigate({ to: '/shifts/$id', params: { id: String(path.destinationId) }, ignoreBlocker: true });
    },
  });
  const go = ({ id, roles }: Schemas['Shift']) =>
    move.mutate({
      path: { destinationId: id },
      body: { current_shift_id: shift.id, ...(roles.some(({ key }) => key === role) && { role_key: role }) },
    });
  return (
    <Dialog title={t('moveTitle')} close={close} centered>
      <Stack>
        <Text>{t('moveText')}</Text>
        <Problem error={move.error} />
        <Loaded query={others}>
          {({ items }) => (
            <Destinations
              shifts={items.filter(({ id }) => id !== shift.id)}
              go={go}
              isMoving={move.isPending}
            />
          )}
        </Loaded>
      </Stack>
    </Dialog>
  );
}

interface DestinationsProps {
  readonly shifts: readonly Schemas['Shift'][];
  readonly go: (shift: Schemas['Shift']) => void;
  readonly isMoving: boolean;
}

function Destinations({ shifts, go, isMoving }: DestinationsProps) {
  const t = useTranslations('signups.mine');
  if (shifts.length === 0) return <Text c="dimmed">{t('moveEmpty')}</Text>;
  return (
    <ul className={classes['plain']}>
      {shifts.map((shift) => (
        <li key={shift.id} className={classes['reason']}>
          <Text fw={600}>{shift.title}</Text>
          <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
          <SpotsLeft shift={shift} />
          <Button variant="light" disabled={isMoving} onClick={() => go(shift)}>
            {t('moveHere')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
