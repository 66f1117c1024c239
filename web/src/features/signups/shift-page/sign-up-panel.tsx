import { Button, Radio, Stack } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { staleAfterChange } from '../../../api/my-registrations.ts';
import { apiQuery } from '../../../api/query.ts';
import card from '../../../ui/card.module.css';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ErrorState, TextSkeleton } from '../../../ui/states.tsx';
import { Reasons } from './reasons.tsx';

type Shift = Schemas['Shift'];
const route = getRouteApi('/shifts/$id');

/** Signing up in one tap, or in two where a role is to be chosen; and what to do first where it is not possible. */
export function SignUpPanel({ shift }: { readonly shift: Shift }) {
  const [roleId, setRoleId] = useState<number>();
  const overall = useQuery(apiQuery('/api/v1/shifts/{id}/eligibility', { path: { id: shift.id } }));
  if (overall.data === undefined) {
    if (!overall.isError) return <TextSkeleton />;
    return <ErrorState error={overall.error} retry={() => void overall.refetch()} />;
  }
  const { roles: answers } = overall.data;
  // Every reason but a full shift is the same for all roles.
  const isHopeless = !overall.data.eligible && overall.data.code !== 'capacity_conflict';
  const shown = answers.find(({ role_id }) => role_id === roleId) ?? overall.data;
  return (
    <>
      {shift.roles.length > 0 && !isHopeless && (
        <RoleChoice shift={shift} answers={answers} roleId={roleId} choose={setRoleId} />
      )}
      {shown.eligible ? (
        <SignUp shift={shift} roleId={roleId} outcome={shown.outcome} />
      ) : (
        <Reasons shiftId={shift.id} eligibility={shown} />
      )}
    </>
  );
}

const words = {
  confirm: ['freeText', 'signUp', 'done'],
  await_approval: ['askText', 'ask', 'doneAsked'],
  waitlist: ['waitText', 'wait', 'doneWaiting'],
  refuse: ['blockedText', 'signUp', 'done'],
} as const;

interface SignUpProps {
  readonly shift: Shift;
  readonly roleId: number | undefined;
  readonly outcome: Schemas['Eligibility']['outcome'];
}

function SignUp({ shift, roleId, outcome }: SignUpProps) {
  const t = useTranslations('signups.panel');
  const { then } = route.useSearch();
  const button = useRef<HTMLButtonElement>(null);
  const signUp = useApiMutation('post', '/api/v1/shifts/{id}/signups', {
    optimistic: (draft) =>
      draft.update<Shift>(['/api/v1/shifts/{id}', { path: { id: shift.id } }], (old) =>
        withOneMore(old, outcome),
      ),
    invalidates: staleAfterChange(shift.id),
    onSuccess: ({ registration }) => notify.success(t(doneWords[registration.status]), `spot ${shift.id}`),
  });
  // Back from logging in: the button that the person came for gets the focus.
  useEffect(() => {
    if (then === 'sign-up') button.current?.focus();
  }, [then]);
  const [about, verb] = words[outcome];
  const role = shift.roles.find(({ id }) => id === roleId);
  const label = verb === 'signUp' && role !== undefined ? t('signUpAs', { role: role.name }) : t(verb);
  return (
    <>
      <p className={card['prose']}>{t(about)}</p>
      <Problem error={signUp.error} />
      <Button
        ref={button}
        size="lg"
        // Done: what follows is on its way, and a second press would only be refused.
        loading={signUp.isPending || signUp.isSuccess}
        onClick={() =>
          signUp.mutate({
            path: { id: shift.id },
            body: { source: 'self_service', ...(roleId !== undefined && { role_id: roleId }) },
          })
        }
      >
        {label}
      </Button>
    </>
  );
}

const doneWords = {
  active: 'done',
  offered: 'done',
  cancelled: 'done',
  pending_approval: 'doneAsked',
  waitlisted: 'doneWaiting',
} as const;

function withOneMore(shift: Shift, outcome: Schemas['Eligibility']['outcome']): Shift {
  if (outcome === 'waitlist') return { ...shift, waitlist_count: shift.waitlist_count + 1 };
  const isConfirmed = outcome === 'confirm';
  return {
    ...shift,
    signup_count: shift.signup_count + (isConfirmed ? 1 : 0),
    pending_count: shift.pending_count + (isConfirmed ? 0 : 1),
    spots_left: shift.spots_left === null ? null : Math.max(0, shift.spots_left - 1),
  };
}

interface RoleChoiceProps {
  readonly shift: Schemas['Shift'];
  readonly answers: Schemas['Eligibility']['roles'];
  /** Undefined: any with a free spot. */
  readonly roleId: number | undefined;
  readonly choose: (roleId: number | undefined) => void;
}

/** The roles of a shift, each with whether the person could have it now. */
function RoleChoice({ shift, answers, roleId, choose }: RoleChoiceProps) {
  const t = useTranslations('signups.panel');
  return (
    <Radio.Group
      label={t('role')}
      value={String(roleId ?? '')}
      onChange={(value) => choose(value === '' ? undefined : Number(value))}
    >
      <Stack gap={0}>
        <Radio size="md" className={card['option'] ?? ''} value="" label={t('anyRole')} />
        {shift.roles.map(({ id, name, spots_left: left }) => (
          <Radio
            key={id}
            size="md"
            className={card['option'] ?? ''}
            value={String(id)}
            label={
              <RoleName name={name} left={left} answer={answers.find(({ role_id }) => role_id === id)} />
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function RoleName({
  name,
  left,
  answer,
}: {
  readonly name: string;
  readonly left: number | null;
  readonly answer: Schemas['RoleEligibility'] | undefined;
}) {
  const t = useTranslations('signups.panel');
  const facts = useTranslations('signups.facts');
  const isFull = answer?.code === 'capacity_conflict';
  const note =
    answer?.outcome === 'waitlist'
      ? t('roleWait')
      : answer?.outcome === 'refuse'
        ? t(isFull ? 'roleFull' : 'roleBlocked')
        : left !== null && left > 0
          ? facts('rolesLeft', { count: left })
          : undefined;
  return (
    <>
      {name}
      {note !== undefined && <span className={card['dim']}> · {note}</span>}
    </>
  );
}
