import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Schemas } from '@muster/client';
import { IconHourglass } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, sendChange, useApiMutation } from '../../../api/mutation.ts';
import { canOverride, overrideOf } from '../../../api/override.ts';
import { apiPages } from '../../../api/query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { mergedOf } from '../../../ui/many-report.tsx';
import { notify } from '../../../ui/notify.ts';
import {
  type Choosable,
  type ChoosingProps,
  FoundPeople,
  PeopleChoices,
  PeoplePicker,
} from '../../../ui/person-picker.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { OverrideForm } from '../../../ui/refused-dialog.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useAboutCandidate } from '../../../ui/use-about-candidate.ts';
import { AskChosen, useAskedStatus } from '../../asks/index.ts';
import { useRosterActions } from './actions.ts';
import { onPeople } from './bulk-calls.ts';
import classes from './roster.module.css';
import { type RefusedPerson, resultOf, type SignUpResult, type Waiting } from './sign-up-result.ts';
import type { RosterPerson } from './use-roster.ts';

interface SignUpDialogProps {
  readonly people: readonly RosterPerson[];
  readonly isFinding: boolean;
  readonly close: () => void;
}

/** Signs up members: searched by name, or from those who could take the shift. */
export function SignUpDialog({ people, isFinding, close }: SignUpDialogProps) {
  const t = useTranslations('manageSignups.signUp');
  const { shift } = useRosterActions();
  const [mode, setMode] = useState<string>(isFinding ? 'find' : 'search');
  const [roleKey, setRoleKey] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [result, setResult] = useState<SignUpResult>();
  const taken = new Set(people.filter(({ status }) => status !== 'cancelled').map(({ user_id }) => user_id));
  const chooseAll = (some: readonly Choosable[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const { user_id, name } of some) {
      if (isChosen) next.set(user_id, name);
      else next.delete(user_id);
    }
    setChosen(next);
  };
  const signUp = useApiMutation('post', '/api/v1/shifts/{id}/signups/bulk', {
    onSuccess: ({ items }) => {
      void refreshShifts();
      const next = resultOf(items, chosen);
      const { confirmed, pending, waiting, refused } = next;
      const [one] = [...confirmed, ...pending];
      if (confirmed.length > 0) notify.success(t('done', { count: confirmed.length, name: one?.name ?? '' }));
      if (pending.length > 0)
        notify.success(t('donePending', { count: pending.length, name: pending[0]?.name ?? '' }));
      if (waiting.length + refused.length === 0) close();
      else setResult(next);
    },
  });
  const body = { user_ids: [...chosen.keys()], ...(roleKey !== '' && { role_key: roleKey }) };
  const choosing: ChoosingProps = {
    chosen,
    choose: (person, isChosen) => chooseAll([person], isChosen),
    taken,
  };
  const submit = (
    <Button
      disabled={chosen.size === 0}
      loading={signUp.isPending}
      onClick={() => signUp.mutate({ path: { id: shift.id }, body })}
      {...(mode === 'find' && { variant: 'default' })}
    >
      {t('submit', { count: chosen.size })}
    </Button>
  );
  return (
    <Dialog title={t('title')} size="lg" close={close}>
      <Stack>
        {result === undefined ? (
          <>
            <SegmentedControl
              fullWidth
              aria-label={t('way')}
              value={mode}
              onChange={setMode}
              data={(['search', 'find'] as const).map((value) => ({ value, label: t(value) }))}
            />
            {shift.roles.length > 0 && (
              <NativeSelect
                label={t('role')}
                value={roleKey}
                data={[
                  { value: '', label: t('anyRole') },
                  ...shift.roles.map(({ key, name }) => ({ value: key, label: name })),
                ]}
                onChange={({ currentTarget }) => setRoleKey(currentTarget.value)}
              />
            )}
            {mode === 'search' ? (
              <PeoplePicker {...choosing} />
            ) : (
              <Candidates roleKey={roleKey} chooseAll={chooseAll} {...choosing} />
            )}
            <Problem error={signUp.error} />
            {mode === 'find' && shift.status === 'published' ? (
              <AskChosen shiftId={shift.id} roleKey={roleKey} userIds={body.user_ids} close={close}>
                {submit}
              </AskChosen>
            ) : (
              <Group justify="flex-end" className={classes['windowFoot'] ?? ''}>
                {submit}
              </Group>
            )}
          </>
        ) : (
          <SignUpResults result={result} roleKey={roleKey} show={setResult} close={close} />
        )}
      </Stack>
    </Dialog>
  );
}

interface CandidatesProps extends ChoosingProps {
  readonly roleKey: string;
  readonly chooseAll: (people: readonly Choosable[], isChosen: boolean) => void;
}

/** Who can take the shift, with what helps to decide whom to ask. */
function Candidates({ roleKey, chooseAll, ...choosing }: CandidatesProps) {
  const t = useTranslations('manageSignups.signUp');
  const { shift } = useRosterActions();
  const aboutCandidate = useAboutCandidate(shift.time_zone);
  const askedStatus = useAskedStatus(shift.id);
  const about = (person: Schemas['Candidate']) =>
    [askedStatus(person.user_id), aboutCandidate(person)].filter((part) => part !== undefined).join(' · ');
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 250);
  const query = { limit: 50, ...(roleKey !== '' && { role_key: roleKey }), ...(q !== '' && { q }) };
  const candidates = useInfiniteQuery(
    apiPages('/api/v1/shifts/{id}/candidates', { path: { id: shift.id }, query }),
  );
  return (
    <>
      <SearchInput label={t('searchName')} value={words} type={setWords} />
      <FoundPeople query={candidates} empty={<Text c="dimmed">{t(q === '' ? 'nobody' : 'notFound')}</Text>}>
        {(people) => {
          const count = people.filter(({ user_id }) => choosing.chosen.has(user_id)).length;
          return (
            <>
              {people.length > 1 && (
                <Checkbox
                  py="xs"
                  label={t('all', { count: people.length })}
                  checked={count === people.length}
                  indeterminate={count > 0 && count < people.length}
                  onChange={({ currentTarget }) => chooseAll(people, currentTarget.checked)}
                />
              )}
              <PeopleChoices people={people} about={about} {...choosing} />
            </>
          );
        }}
      </FoundPeople>
    </>
  );
}

interface SignUpResultsProps {
  readonly result: SignUpResult;
  readonly roleKey: string;
  readonly show: (result: SignUpResult) => void;
  readonly close: () => void;
}

/** Who is on the waitlist or was refused, and what a coordinator can do about it. */
function SignUpResults({ result, roleKey, show, close }: SignUpResultsProps) {
  const words = useTranslations('common.action');
  const t = useTranslations('manageSignups.signUp');
  const { shift } = useRosterActions();
  const { waiting, refused } = result;
  const finish = (next: SignUpResult) => {
    const { confirmed, pending } = next;
    const done = [...confirmed, ...pending];
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
