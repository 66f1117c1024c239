import { Radio, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import classes from './shift-page.module.css';

interface RoleChoiceProps {
  readonly shift: Schemas['Shift'];
  readonly answers: Schemas['Eligibility']['roles'];
  /** Undefined: whichever has room. */
  readonly roleId: number | undefined;
  readonly choose: (roleId: number | undefined) => void;
}

/** The roles of a shift, each with whether the person could have it now. */
export function RoleChoice({ shift, answers, roleId, choose }: RoleChoiceProps) {
  const t = useTranslations('signups.panel');
  return (
    <Radio.Group
      label={t('role')}
      value={String(roleId ?? '')}
      onChange={(value) => choose(value === '' ? undefined : Number(value))}
    >
      <Stack gap={0}>
        <Radio size="md" className={classes['choice'] ?? ''} value="" label={t('anyRole')} />
        {shift.roles.map(({ id, name, spots_left: left }) => (
          <Radio
            key={id}
            size="md"
            className={classes['choice'] ?? ''}
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
      {note !== undefined && <span className={classes['dim']}> · {note}</span>}
    </>
  );
}
