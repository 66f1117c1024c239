import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, useApiMutation } from '../../../api/mutation.ts';
import { canOverride } from '../../../api/override.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Choosable, PeoplePicker } from '../../../ui/person-picker.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { OverrideForm } from '../../../ui/refused-dialog.tsx';

interface WalkInProps {
  readonly shiftId: number;
  readonly taken: ReadonlySet<number>;
  readonly close: () => void;
}

/** A person without a sign-up: gets a spot and is checked in, in one step. */
export default function WalkIn({ shiftId, taken, close }: WalkInProps) {
  const t = useTranslations('manageAttendance.walkIn');
  const [person, setPerson] = useState<Choosable>();
  const checkIn = useApiMutation('post', '/api/v1/shifts/{id}/checkin', {
    onSuccess: () => {
      void refreshShifts();
      close();
    },
  });
  // A check-in lifts nothing else.
  const isLiftable =
    canOverride(checkIn.error) && checkIn.error.errors.every(({ liftable_by }) => liftable_by === 'capacity');
  const submit = (override?: { reason: string; capacity: boolean }) =>
    person !== undefined &&
    checkIn.mutate({
      path: { id: shiftId },
      body: { user_id: person.user_id, ...(override && { override }) },
    });
  return (
    <Dialog title={t('title')} close={close}>
      <Stack>
        <Text>{t('text')}</Text>
        <PeoplePicker
          chosen={new Map(person === undefined ? [] : [[person.user_id, person.name]])}
          choose={(one, isChosen) => {
            checkIn.reset();
            setPerson(isChosen ? one : undefined);
          }}
          taken={taken}
        />
        <Problem error={checkIn.error} />
        {isLiftable ? (
          <OverrideForm override={async (reason) => void submit({ reason, capacity: true })} cancel={close} />
        ) : (
          <Group justify="flex-end">
            <Button disabled={person === undefined} loading={checkIn.isPending} onClick={() => submit()}>
              {person === undefined ? t('choose') : t('submit', { name: person.name })}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}
