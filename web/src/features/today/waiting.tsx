import { Button, Group } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDelayedAbout } from '../../api/delayed-changes.ts';
import { useFreshness } from '../../api/live.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useTask } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { TextLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { ShiftTime } from '../../ui/shift-time.tsx';
import { ErrorState, ListSkeleton } from '../../ui/states.tsx';
import { useReportsToApprove } from '../hours/index.ts';
import { decide, onPeople, ReasonDialog, WaitingSwaps } from '../signups/index.ts';

type Waiting = Schemas['WaitingRegistration'];

/** Who waits for a word of the coordinator, and which offers are open. */
export function WaitingList() {
  const t = useTranslations('today');
  const id = useOrganizationId();
  const delayed = useDelayedAbout();
  // Not in the row: it goes when someone else decides, and what was typed would go with it.
  const [rejecting, setRejecting] = useState<Waiting>();
  const waiting = useInfiniteQuery({
    ...apiPages('/api/v1/organizations/{id}/registrations/waiting', { path: { id } }),
    ...useFreshness(),
  });
  return (
    <>
      <WaitingSwaps />
      <ReportsToApprove />
      <section aria-labelledby="waiting">
        <h2 id="waiting" className={classes['heading']}>
          {t('waiting')}
        </h2>
        <CursorList
          query={waiting}
          skeleton={<ListSkeleton rows={2} />}
          empty={<p className={classes['quiet']}>{t('noneWaiting')}</p>}
        >
          {(rows) => (
            <ul className={classes['list']}>
              {rows.map((row) =>
                delayed.has(`registration ${row.id}`) ? null : (
                  <WaitingRow key={row.id} row={row} reject={() => setRejecting(row)} />
                ),
              )}
            </ul>
          )}
        </CursorList>
      </section>
      {rejecting && <Rejection row={rejecting} close={() => setRejecting(undefined)} />}
    </>
  );
}

/** How much reported time waits, with the way to it. Not shown while there is none. */
function ReportsToApprove() {
  const t = useTranslations('today.reports');
  const { reports, waiting = [] } = useReportsToApprove();
  if (waiting.length === 0 && !reports.isLoadingError) return null;
  return (
    <section aria-labelledby="reports-to-approve">
      <h2 id="reports-to-approve" className={classes['heading']}>
        {t('title')}
      </h2>
      {reports.isLoadingError ? (
        <ErrorState error={reports.error} retry={() => void reports.refetch()} />
      ) : (
        <p>{t(reports.hasNextPage ? 'many' : 'waiting', { count: waiting.length })}</p>
      )}
      <TextLink to="/manage/hours">{t('decide')}</TextLink>
    </section>
  );
}

function Rejection({ row, close }: { readonly row: Waiting; readonly close: () => void }) {
  const t = useTranslations('today');
  const roster = useTranslations('manageSignups.reject');
  const organizationId = useOrganizationId();
  const { user_name: name } = row;
  return (
    <ReasonDialog
      title={roster('title', { count: 1, name })}
      text={roster('text', { count: 1, name })}
      confirmLabel={roster('confirm')}
      people={[row]}
      act={onPeople(organizationId).reject}
      doneText={t('rejected', { name })}
      close={close}
    />
  );
}

function WaitingRow({ row, reject }: { readonly row: Waiting; readonly reject: () => void }) {
  const t = useTranslations('today');
  const times = useTimes();
  const { shift, user_name: name } = row;
  const approve = useTask(() => decide(row.id, 'approve'), {
    onSuccess: () => notify.success(t('approved', { name })),
  });
  return (
    <li className={classes['row']}>
      <div>
        <TextLink to="/manage/people/$id" params={{ id: String(row.user_id) }} fw={600}>
          {name}
        </TextLink>
        <p>
          <TextLink to="/manage/shifts/$id" params={{ id: String(shift.id) }}>
            {shift.title}
          </TextLink>
        </p>
        <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
        {row.offer_expires_at !== null && (
          <p className={classes['quiet']}>
            {t('offer', { time: times.momentIn(shift.time_zone, row.offer_expires_at, deviceZone) })}
          </p>
        )}
      </div>
      {row.status === 'pending_approval' && (
        <Group gap="xs">
          <Button
            aria-label={t('approveOf', { name })}
            loading={approve.isPending}
            onClick={() => approve.mutate()}
          >
            {t('approve')}
          </Button>
          <Button variant="default" aria-label={t('rejectOf', { name })} onClick={reject}>
            {t('reject')}
          </Button>
        </Group>
      )}
      <Problem error={approve.error} />
    </li>
  );
}
