import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, sendChange } from '../../../api/mutation.ts';
import { canOverride, overrideOf } from '../../../api/override.ts';
import { mergedOf } from '../../../ui/many-report.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { OverrideForm } from '../../../ui/refused-window.tsx';
import { useRosterActions } from './actions.ts';
import { onPeople } from './bulk-calls.ts';
import { type RefusedPerson, resultOf, type SignUpResult, type Waiting } from './sign-up-result.ts';

interface SignUpResultsProps {
  readonly result: SignUpResult;
  readonly roleKey: string;
  readonly show: (result: SignUpResult) => void;
  readonly close: () => void;
}

/** Who is on the waitlist or was refused, and what a coordinator can do about it. */
export function SignUpResults({ result, roleKey, show, close }: SignUpResultsProps) {
  const words = useTranslations('common.action');
  const t = useTranslations('manageSignups.signUp');
  const { shift } = useRosterActions();
  const { waiting, refused } = result;
  const finish = (next: SignUpResult) => {
    const { seated, pending } = next;
    const done = [...seated, ...pending];
    if (done.length > 0) notify.success(t('done', { count: done.length, name: done[0]?.name ?? '' }));
    if (next.waiting.length + next.refused.length === 0) close();
    else show(next);
  };
  const signUpAgain = async (reason: string) => {
    const override = overrideOf(mergedOf(refused.map(({ error }) => error)), reason);
    const { items } = await sendChange('post', '/api/v1/shifts/{id}/signups/bulk', {
      path: { id: shift.id },
      body: {
        user_ids: refused.map(({ userId }) => userId),
        ...(roleKey !== '' && { role_key: roleKey }),
        override,
      },
    });
    void refreshShifts();
    finish(resultOf(items, new Map(refused.map(({ userId, name }) => [userId, name]))));
  };
  const isLiftable = refused.length > 0 && refused.every(({ error }) => canOverride(error));
  return (
    <Stack>
      {waiting.length > 0 && <WaitingPeople waiting={waiting} close={close} isLast={refused.length === 0} />}
      {refused.map((one) => (
        <RefusedOne key={one.userId} person={one} />
      ))}
      {isLiftable && <Again act={signUpAgain} cancel={close} />}
      {refused.length > 0 && !isLiftable && (
        <Group justify="flex-end">
          <Button onClick={close}>{words('close')}</Button>
        </Group>
      )}
    </Stack>
  );
}

function RefusedOne({ person: { name, error } }: { readonly person: RefusedPerson }) {
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Problem error={error} />
    </div>
  );
}

/** A reason and another attempt; what goes wrong with it is shown above. */
function Again({
  act,
  cancel,
  ...labels
}: {
  readonly act: (reason: string) => Promise<void>;
  readonly cancel: () => void;
  readonly submitLabel?: string;
  readonly cancelLabel?: string;
}) {
  const [error, setError] = useState<unknown>();
  return (
    <>
      <Problem error={error} />
      <OverrideForm
        {...labels}
        override={async (reason) => {
          setError(undefined);
          await act(reason).catch(setError);
        }}
        cancel={cancel}
      />
    </>
  );
}

interface WaitingPeopleProps {
  readonly waiting: readonly Waiting[];
  readonly isLast: boolean;
  readonly close: () => void;
}

function WaitingPeople({ waiting, isLast, close }: WaitingPeopleProps) {
  const t = useTranslations('manageSignups.signUp');
  const { shift } = useRosterActions();
  const [left, setLeft] = useState(waiting);
  const [refused, setRefused] = useState<readonly RefusedPerson[]>([]);
  const give = async (reason: string) => {
    const override = { reason, capacity: true, policy: false, availability: false, requirements: false };
    const { items } = await onPeople(shift.organization_id).giveSpots(left, override);
    void refreshShifts();
    const isGiven = (index: number) => items[index]?.problem === null;
    const given = left.filter((_, index) => isGiven(index));
    const rest = resultOf(
      left.flatMap(({ userId }, index) => {
        const error = items[index]?.problem;
        return error ? [{ user_id: userId, success: false, registration: null, error }] : [];
      }),
      new Map(left.map(({ userId, name }) => [userId, name])),
    );
    if (given.length > 0) notify.success(t('given', { count: given.length, name: given[0]?.name ?? '' }));
    if (rest.refused.length === 0 && isLast) return close();
    setLeft(left.filter((_, index) => !isGiven(index)));
    setRefused(rest.refused);
  };
  if (left.length === 0) return null;
  return (
    <>
      <Alert color="clay" role="status" icon={<IconHourglass aria-hidden />} title={t('fullTitle')}>
        <List listStyleType="none">
          {left.map(({ userId, name, position }) => (
            <List.Item key={userId}>{t('waiting', { name, position: position ?? 0 })}</List.Item>
          ))}
        </List>
      </Alert>
      {refused.map((one) => (
        <RefusedOne key={one.userId} person={one} />
      ))}
      <Again
        act={give}
        cancel={close}
        submitLabel={t('give', { count: left.length })}
        cancelLabel={t('leave')}
      />
    </>
  );
}
