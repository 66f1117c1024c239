import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { changeLater, useDelayedAbout } from '../../../api/delayed-changes.ts';
import { useFreshness } from '../../../api/live.ts';
import { useMe } from '../../../api/me.ts';
import { prepareChange, useApiMutation } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { useWaiting } from '../../../api/waiting.ts';
import card from '../../../ui/card.module.css';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { useNeeds } from '../shift-page/shift-needs.tsx';
import { staleAfterSwap } from './stale-after-swap.ts';

export type Swap = Schemas['Swap'];

const OfferDialog = lazyDialog(() => import('./offer-dialog.tsx'));

/** Organizations can keep members from seeing each other’s names. */
const named = (name: string | null) => ({ known: name === null ? 'no' : 'yes', name: name ?? '' });

function useMySwaps(): readonly Swap[] | undefined {
  const enabled = useWaiting().swaps > 0;
  const swaps = useQuery({ ...apiQuery('/api/v1/me/swaps'), enabled, ...useFreshness() });
  const delayed = useDelayedAbout();
  return enabled ? swaps.data?.items.filter(({ id }) => !delayed.has(`swap ${id}`)) : [];
}

/** Below the spot that a person has: offering it to others, or taking the offer back. */
export function GiveSpot({ shiftId }: { readonly shiftId: number }) {
  const t = useTranslations('signups.swaps');
  const me = useMe();
  const needs = useNeeds(shiftId);
  const swap = useMySwaps()?.find(({ shift, user_id }) => shift.id === shiftId && user_id === me?.id);
  const withdraw = useApiMutation('post', '/api/v1/swaps/{id}/withdraw', {
    invalidates: staleAfterSwap(shiftId),
    onSuccess: () => notify.success(t('withdrawn'), `spot ${shiftId}`),
  });
  const canOffer = needs.data !== undefined && needs.data.swap_mode !== 'off';
  if (swap === undefined) {
    return (
      canOffer && (
        <OfferDialog shiftId={shiftId} canName={needs.data?.organization.show_coming ?? false}>
          {(open) => (
            <Button variant="default" onClick={open}>
              {t('offer')}
            </Button>
          )}
        </OfferDialog>
      )
    );
  }
  return (
    <>
      <Text>
        {swap.taker_id !== null
          ? t('accepted', named(swap.taker_name))
          : swap.to_user_id === null
            ? t('openToAll')
            : t('openTo', named(swap.to_user_name))}
      </Text>
      <Problem error={withdraw.error} />
      <Button
        variant="default"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ path: { id: swap.id } })}
      >
        {t('withdraw')}
      </Button>
    </>
  );
}

/** A spot of this shift that someone offers to the reader. */
export function TakeSpot({ shiftId }: { readonly shiftId: number }) {
  const me = useMe();
  const swaps = useMySwaps()?.filter(({ shift, user_id }) => shift.id === shiftId && user_id !== me?.id);
  return swaps?.map((swap) => <SwapAnswer key={swap.id} swap={swap} />);
}

/** What others offer to the person by name, or to all members, on the page with the person's own shifts. */
export function OfferedSpots({ to }: { readonly to: 'me' | 'all' }) {
  const t = useTranslations('signups.swaps');
  const board = useTranslations('shifts.board');
  const me = useMe();
  const isShown = ({ user_id, to_user_id }: Swap) =>
    user_id !== me?.id && (to_user_id === me?.id) === (to === 'me');
  const offered = useMySwaps()?.filter(isShown) ?? [];
  return (
    <KeepFocus>
      {offered.length > 0 && (
        <section className={card['section']} aria-labelledby={`offered-to-${to}`}>
          <h2 id={`offered-to-${to}`} className={card['heading']}>
            {t(to === 'me' ? 'titleToMe' : 'title')}
          </h2>
          <ul className={card['list']}>
            {offered.map((swap) => (
              <li key={swap.id} className={card['card']}>
                <h3 className={card['title']}>
                  <TextLink to="/shifts/$id" params={{ id: String(swap.shift.id) }} inherit c="inherit">
                    {swap.shift.title || board('untitled')}
                  </TextLink>
                </h3>
                <ShiftTime
                  start={swap.shift.start_time}
                  end={swap.shift.end_time}
                  zone={swap.shift.time_zone}
                />
                <SwapAnswer swap={swap} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </KeepFocus>
  );
}

function SwapAnswer({ swap }: { readonly swap: Swap }) {
  const t = useTranslations('signups.swaps');
  const me = useMe();
  const { id, role_name: role } = swap;
  const giver = named(swap.user_name);
  const invalidates = staleAfterSwap(swap.shift.id);
  const accept = useApiMutation('post', '/api/v1/swaps/{id}/accept', {
    invalidates,
    onSuccess: ({ status }) =>
      notify.success(t(status === 'done' ? 'taken' : 'waits', giver), `spot ${swap.shift.id}`),
  });
  const decline = () =>
    changeLater({
      about: [`swap ${id}`],
      text: t('declined', { ...giver, title: swap.shift.title }),
      requests: [prepareChange('post', '/api/v1/swaps/{id}/decline', { path: { id } })],
      stale: invalidates,
    });
  if (swap.status === 'accepted') {
    return (
      <>
        <Text>{t('waits', giver)}</Text>
        <Group gap="sm">
          <Button variant="default" onClick={decline}>
            {t('notAnymore')}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <Text>{role === null ? t('offeredBy', giver) : t('offeredAs', { ...giver, role })}</Text>
      {swap.message !== '' && <p className={card['prose']}>{swap.message}</p>}
      <Problem error={accept.error} />
      <Group gap="sm">
        <Button loading={accept.isPending} onClick={() => accept.mutate({ path: { id } })}>
          {t('take')}
        </Button>
        {swap.to_user_id === me?.id && (
          <Button variant="default" onClick={decline}>
            {t('decline')}
          </Button>
        )}
      </Group>
    </>
  );
}
