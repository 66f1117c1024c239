import { Button } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../api/live.ts';
import { sendChange } from '../../api/mutation.ts';
import { apiPages, queryClient, useAllPages } from '../../api/query.ts';
import { useTimes } from '../../time/hooks.ts';
import { FoldButton } from '../../ui/foldable.tsx';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Mark, type Tone } from '../../ui/mark.tsx';
import classes from './asks.module.css';

type Shift = Pick<Schemas['Shift'], 'id' | 'time_zone' | 'roles'>;
type Status = Schemas['AskedPerson']['status'];

const tones: Readonly<Record<Status, Tone>> = {
  accepted: 'good',
  asked: 'attention',
  declined: 'quiet',
  too_late: 'bad',
  expired: 'quiet',
  withdrawn: 'quiet',
};
const order = Object.keys(tones) as Status[];

function useAsked(shiftId: number, isAny: boolean): readonly Schemas['AskedPerson'][] {
  const query = { limit: 200 };
  const pages = useAllPages(
    useInfiniteQuery({
      ...apiPages('/api/v1/shifts/{id}/asks', { path: { id: shiftId }, query }),
      enabled: isAny,
      ...useFreshness(),
    }),
  );
  return latestOf(pages.data ?? []);
}

/** What someone said when they were last asked to take the shift; undefined for people who weren't asked. */
export function useAskedStatus(shiftId: number): (userId: number) => string | undefined {
  const t = useTranslations('manageAsks.status');
  const byPerson = new Map(useAsked(shiftId, true).map((one) => [one.user_id, one.status]));
  return (userId) => {
    const status = byPerson.get(userId);
    return status && t(status);
  };
}

/** Whom coordinators have asked to take the shift and what they said, as it happens. */
export function AskedPeople({ shift, isAny }: { readonly shift: Shift; readonly isAny: boolean }) {
  const t = useTranslations('manageAsks');
  const people = useAsked(shift.id, isAny);
  const [isFolded, setFolded] = useState(false);
  if (people.length === 0) return null;
  const count = (status: Status) => people.filter((one) => one.status === status).length;
  const counts = order.filter((status) => count(status) > 0);
  return (
    <section aria-label={t('title')} className={classes['asked']}>
      <KeepFocus>
        <h2 className={classes['head']}>
          <FoldButton isOpen={!isFolded} toggle={() => setFolded(!isFolded)}>
            <strong>{t('title')}</strong>{' '}
            <span role="status">
              {counts.map((status) => t(`count.${status}`, { count: count(status) })).join(' · ')}
            </span>
          </FoldButton>
        </h2>
        {!isFolded && <AskedList people={people} shift={shift} />}
        {!isFolded && count('asked') > 0 && <StopAsking shiftId={shift.id} count={count('asked')} />}
      </KeepFocus>
    </section>
  );
}

interface AskedListProps {
  readonly people: readonly Schemas['AskedPerson'][];
  readonly shift: Shift;
}

function AskedList({ people, shift }: AskedListProps) {
  const t = useTranslations('manageAsks');
  const times = useTimes();
  const roleOf = (key: string | null) => shift.roles.find((role) => role.key === key)?.name;
  return (
    <ul className={classes['people']}>
      {people.map((one) => (
        <li key={one.user_id} className={classes['person']}>
          <span>{one.name}</span>
          <Mark tone={tones[one.status]}>{t(`status.${one.status}`)}</Mark>
          <span className={classes['when']}>
            {[roleOf(one.role_key), times.format('moment', one.answered_at ?? one.asked_at, shift.time_zone)]
              .filter((part) => part !== undefined)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Someone can be asked twice; what they said last counts. Those who answered come first. */
function latestOf(rows: readonly Schemas['AskedPerson'][]): readonly Schemas['AskedPerson'][] {
  const latest = new Map(rows.map((row) => [row.user_id, row]));
  return [...latest.values()].toSorted(
    (one, other) => order.indexOf(one.status) - order.indexOf(other.status),
  );
}

function StopAsking({ shiftId, count }: { readonly shiftId: number; readonly count: number }) {
  const t = useTranslations('manageAsks.stop');
  return (
    <ConfirmAction
      title={t('title')}
      text={t('text', { count })}
      confirmLabel={t('confirm')}
      onConfirm={async () => {
        await sendChange('post', '/api/v1/shifts/{id}/asks/withdraw', { path: { id: shiftId } });
        // The button goes away with this: not before the dialog has closed and given the focus back.
        void queryClient.invalidateQueries({ queryKey: ['/api/v1/shifts/{id}/asks'] });
      }}
    >
      {(open) => (
        <Button variant="default" mt="sm" onClick={open}>
          {t('confirm')}
        </Button>
      )}
    </ConfirmAction>
  );
}
