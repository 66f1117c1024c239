import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Choices, type Choosable, type ChoosingProps, MemberSearch } from '../../../ui/member-search.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ListSkeleton } from '../../../ui/states.tsx';
import { useRosterActions } from './actions.ts';
import classes from './roster.module.css';
import { resultOf, type SignUpResult } from './sign-up-result.ts';
import { SignUpResults } from './sign-up-results.tsx';
import type { RosterPerson } from './use-roster.ts';

interface SignUpWindowProps {
  readonly people: readonly RosterPerson[];
  readonly isFinding: boolean;
  readonly close: () => void;
}

/** Signs up members: searched by name, or from those who could take the shift. */
export function SignUpWindow({ people, isFinding, close }: SignUpWindowProps) {
  const t = useTranslations('manageSignups.signUp');
  const { shift } = useRosterActions();
  const [way, setWay] = useState<string>(isFinding ? 'find' : 'search');
  const [roleKey, setRoleKey] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const [result, setResult] = useState<SignUpResult>();
  const taken = new Set(people.filter(({ status }) => status !== 'cancelled').map(({ user_id }) => user_id));
  const choose = (person: Choosable, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(person.user_id, person.name);
    else next.delete(person.user_id);
    setChosen(next);
  };
  const signUp = useApiMutation('post', '/api/v1/shifts/{id}/signups/bulk', {
    onSuccess: ({ items }) => {
      void refreshShifts();
      const next = resultOf(items, chosen);
      const { seated, pending, waiting, refused } = next;
      const [one] = [...seated, ...pending];
      if (seated.length > 0) notify.success(t('done', { count: seated.length, name: one?.name ?? '' }));
      if (pending.length > 0)
        notify.success(t('donePending', { count: pending.length, name: pending[0]?.name ?? '' }));
      if (waiting.length + refused.length === 0) close();
      else setResult(next);
    },
  });
  const body = { user_ids: [...chosen.keys()], ...(roleKey !== '' && { role_key: roleKey }) };
  const choosing: ChoosingProps = { chosen, choose, taken };
  return (
    <Dialog title={t('title')} size="lg" close={close}>
      <Stack>
        {result === undefined ? (
          <>
            <SegmentedControl
              fullWidth
              aria-label={t('way')}
              value={way}
              onChange={setWay}
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
            {way === 'search' ? (
              <MemberSearch {...choosing} />
            ) : (
              <Candidates roleKey={roleKey} {...choosing} />
            )}
            <Problem error={signUp.error} />
            <Group justify="flex-end" className={classes['windowFoot'] ?? ''}>
              <Button
                disabled={chosen.size === 0}
                loading={signUp.isPending}
                onClick={() => signUp.mutate({ path: { id: shift.id }, body })}
              >
                {t('submit', { count: chosen.size })}
              </Button>
            </Group>
          </>
        ) : (
          <SignUpResults result={result} roleKey={roleKey} show={setResult} close={close} />
        )}
      </Stack>
    </Dialog>
  );
}

function Candidates({ roleKey, ...choosing }: ChoosingProps & { readonly roleKey: string }) {
  const t = useTranslations('manageSignups.signUp');
  const { shift } = useRosterActions();
  const query = { limit: 50, ...(roleKey !== '' && { role_key: roleKey }) };
  const candidates = useInfiniteQuery(
    apiPages('/api/v1/shifts/{id}/candidates', { path: { id: shift.id }, query }),
  );
  return (
    <CursorList
      query={candidates}
      skeleton={<ListSkeleton rows={3} height={44} />}
      empty={<Text c="dimmed">{t('nobody')}</Text>}
    >
      {(people) => <Choices people={people} {...choosing} />}
    </CursorList>
  );
}
