import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { SelectionBar } from '../../../ui/bars.tsx';
import { notify } from '../../../ui/notify.ts';
import { verifyHours } from '../../hours/index.ts';
import { attendanceSteps, canMove, canVerify, isWaiting, useRosterActions } from './actions.ts';
import type { RosterPerson } from './use-roster.ts';

/** What can be done to all who are ticked. */
export function BulkBar({ people }: { readonly people: readonly RosterPerson[] }) {
  const t = useTranslations('manageSignups.bulk');
  const { shift, selected, select, open, attempt } = useRosterActions();
  const chosen = people.filter(({ id }) => selected.has(id));
  const pending = chosen.filter(({ status }) => status === 'pending_approval');
  const living = chosen.filter(({ status }) => status !== 'cancelled');
  const waiting = chosen.filter(isWaiting);
  const movable = chosen.filter(canMove);
  const verifiable = chosen.filter(canVerify);
  const coming = chosen.filter((person) => attendanceSteps(person).checkIn);
  const there = chosen.filter((person) => attendanceSteps(person).checkOut);
  if (chosen.length === 0) return null;
  const verify = async () => {
    // The service takes 500 at a time.
    for (let from = 0; from < verifiable.length; from += 500) {
      const ids = verifiable.slice(from, from + 500).map(({ id }) => id);
      notify.success(t('verified', { count: await verifyHours(shift.organization_id, ids) }));
    }
  };
  return (
    <SelectionBar
      label={t('label')}
      selected={t('selected', { count: chosen.length })}
      clearLabel={t('clear')}
      clear={() => select([...selected], false)}
    >
      {pending.length > 0 && (
        <>
          <Button px="sm" onClick={() => open({ kind: 'approve', people: pending })}>
            {t('approve', { count: pending.length })}
          </Button>
          <Button px="sm" variant="default" onClick={() => open({ kind: 'reject', people: pending })}>
            {t('reject', { count: pending.length })}
          </Button>
        </>
      )}
      {waiting.length > 0 && (
        <Button px="sm" onClick={() => open({ kind: 'giveSpots', people: waiting })}>
          {t('giveSpots', { count: waiting.length })}
        </Button>
      )}
      {coming.length > 0 && (
        <Button px="sm" onClick={() => open({ kind: 'checkIn', people: coming })}>
          {t('checkIn', { count: coming.length })}
        </Button>
      )}
      {there.length > 0 && (
        <Button px="sm" onClick={() => open({ kind: 'checkOut', people: there })}>
          {t('checkOut', { count: there.length })}
        </Button>
      )}
      {verifiable.length > 0 && (
        <Button px="sm" onClick={() => void attempt(t('verify', { count: verifiable.length }), verify)}>
          {t('verify', { count: verifiable.length })}
        </Button>
      )}
      {living.length > 0 && (
        <Button px="sm" variant="default" onClick={() => open({ kind: 'message', people: living })}>
          {t('message')}
        </Button>
      )}
      {movable.length > 0 && (
        <Button px="sm" variant="default" onClick={() => open({ kind: 'move', people: movable })}>
          {t('move')}
        </Button>
      )}
      {living.length > 0 && (
        <Button px="sm" variant="default" onClick={() => open({ kind: 'cancel', people: living })}>
          {t('cancel')}
        </Button>
      )}
    </SelectionBar>
  );
}
