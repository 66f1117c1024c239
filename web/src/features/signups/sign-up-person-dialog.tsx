import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { refreshShifts, useApiMutation } from '../../api/mutation.ts';
import { canOverride, overrideOf } from '../../api/override.ts';
import { apiQuery } from '../../api/query.ts';
import { isoOf } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { OverrideForm } from '../../ui/refused-dialog.tsx';
import { SearchInput, useSearchText } from '../../ui/search-input.tsx';
import { Loaded } from '../../ui/states.tsx';

type Shift = Schemas['Shift'];

interface SignUpPersonDialogProps {
  readonly userId: number;
  readonly name: string;
  readonly close: () => void;
}

/** Signs one person up: choose a shift, then perhaps a role. */
export default function SignUpPersonDialog({ userId, name, close }: SignUpPersonDialogProps) {
  const t = useTranslations('manageSignups.person');
  const [shift, setShift] = useState<Shift>();
  const [roleKey, setRoleKey] = useState('');
  const signUp = useApiMutation('post', '/api/v1/shifts/{id}/signups', {
    onSuccess: ({ registration }) => {
      void refreshShifts();
      notify.success(t(`signedUp.${registration.status}`, { name }));
      close();
    },
  });
  const send = (override?: Schemas['Override']) =>
    shift &&
    signUp.mutateAsync({
      path: { id: shift.id },
      body: {
        user_id: userId,
        ...(roleKey !== '' && { role_key: roleKey }),
        ...(override !== undefined && { override }),
      },
    });
  const { error } = signUp;
  return (
    <Dialog title={t('signUpTitle', { name })} close={close} size="lg" isDirty={false}>
      <Stack>
        <ShiftChoice
          shift={shift}
          choose={(next) => {
            setShift(next);
            setRoleKey('');
            signUp.reset();
          }}
        />
        {shift !== undefined && shift.roles.length > 0 && (
          <NativeSelect
            label={t('role')}
            value={roleKey}
            data={[
              { value: '', label: t('anyRole') },
              ...shift.roles.map((role) => ({ value: role.key, label: role.name })),
            ]}
            onChange={({ currentTarget }) => setRoleKey(currentTarget.value)}
          />
        )}
        <Problem error={error} />
        {canOverride(error) ? (
          <OverrideForm
            override={async (reason) => {
              await send(overrideOf(error, reason))?.catch(() => undefined);
            }}
            cancel={close}
          />
        ) : (
          <Group justify="flex-end">
            <DialogCancel />
            <Button
              disabled={shift === undefined}
              loading={signUp.isPending}
              onClick={() => void send()?.catch(() => undefined)}
            >
              {t('submit')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

interface ShiftChoiceProps {
  readonly shift: Shift | undefined;
  readonly choose: (shift: Shift | undefined) => void;
}

function ShiftChoice({ shift, choose }: ShiftChoiceProps) {
  const t = useTranslations('manageSignups.person');
  const times = useTimes();
  const [q, setQ] = useState('');
  // A shift that was chosen before may not be among those that are found now.
  const words = useSearchText(q, (next) => {
    setQ(next);
    choose(undefined);
  });
  const [from] = useState(() => isoOf(Date.now()));
  const shifts = useQuery(
    apiQuery('/api/v1/shifts', {
      query: {
        organization_id: useOrganizationId(),
        status: 'published',
        from,
        limit: 20,
        ...(q.trim() !== '' && { q: q.trim() }),
      },
    }),
  );
  return (
    <>
      <SearchInput label={t('search')} {...words} />
      <Loaded query={shifts}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('noneFound')}</Text>
          ) : (
            <Radio.Group
              label={t('choose')}
              value={shift === undefined ? '' : String(shift.id)}
              onChange={(value) => choose(items.find(({ id }) => String(id) === value))}
            >
              <Stack gap={0} mah="40vh" style={{ overflowY: 'auto' }}>
                {items.map((one) => (
                  <Radio
                    key={one.id}
                    py="xs"
                    value={String(one.id)}
                    label={`${times.format('moment', one.start_time, one.time_zone)} · ${one.title}`}
                    description={
                      one.spots_left === null
                        ? undefined
                        : one.spots_left > 0
                          ? t('spots', { count: one.spots_left })
                          : t('full')
                    }
                  />
                ))}
              </Stack>
            </Radio.Group>
          )
        }
      </Loaded>
    </>
  );
}
