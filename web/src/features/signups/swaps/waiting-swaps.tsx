import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { changeLater, useDelayedAbout } from '../../../api/delayed-changes.ts';
import { useFreshness } from '../../../api/live.ts';
import { useOrganizationId } from '../../../api/me.ts';
import { prepareChange, shiftReads, useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import classes from '../../../ui/rows.module.css';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import type { Swap } from './my-swaps.tsx';

/** Swaps that a coordinator has to approve. Not shown while there are none. */
export function WaitingSwaps() {
  const t = useTranslations('manageSignups.swaps');
  const id = useOrganizationId();
  const delayed = useDelayedAbout();
  const swaps = useInfiniteQuery({
    ...apiPages('/api/v1/organizations/{id}/swaps', { path: { id }, query: { status: 'accepted' } }),
    ...useFreshness(),
  });
  const waiting = swaps.data?.filter((swap) => !delayed.has(`swap ${swap.id}`));
  return (
    <KeepFocus>
      {(swaps.isLoadingError || (waiting?.length ?? 0) > 0) && (
        <section aria-labelledby="waiting-swaps">
          <h2 id="waiting-swaps" className={classes['heading']}>
            {t('title')}
          </h2>
          <CursorList query={swaps} empty={null}>
            {() => (
              <ul className={classes['list']}>
                {waiting?.map((swap) => (
                  <WaitingSwap key={swap.id} swap={swap} />
                ))}
              </ul>
            )}
          </CursorList>
        </section>
      )}
    </KeepFocus>
  );
}

function WaitingSwap({ swap }: { readonly swap: Swap }) {
  const t = useTranslations('manageSignups.swaps');
  const { id, shift } = swap;
  const about = { giver: swap.user_name ?? '', taker: swap.taker_name ?? '' };
  const approve = useApiMutation('post', '/api/v1/swaps/{id}/approve', {
    invalidates: [['/api/v1/organizations/{id}/swaps'], ['/api/v1/shifts/{id}/roster']],
    onSuccess: () => notify.success(t('approved', about)),
  });
  const reject = () =>
    changeLater({
      about: [`swap ${id}`],
      text: t('rejected', about),
      requests: [prepareChange('post', '/api/v1/swaps/{id}/reject', { path: { id } })],
      stale: shiftReads,
    });
  return (
    <li className={classes['row']}>
      <div>
        <strong>{t('swap', about)}</strong>
        <p>
          <TextLink to="/manage/shifts/$id" params={{ id: String(shift.id) }}>
            {shift.title}
          </TextLink>
        </p>
        <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
      </div>
      <Group gap="xs">
        <Button
          aria-label={t('approveOf', about)}
          loading={approve.isPending}
          onClick={() => approve.mutate({ path: { id } })}
        >
          {t('approve')}
        </Button>
        <Button variant="default" aria-label={t('rejectOf', about)} onClick={reject}>
          {t('reject')}
        </Button>
      </Group>
      <Problem error={approve.error} />
    </li>
  );
}
