import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { useMembership, useOrganizationId } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { dayMs, dayStart, deviceZone, msOf, plusDays } from '../../../time/calendar.ts';
import { useToday } from '../../../time/hooks.ts';
import card from '../../../ui/card.module.css';
import { Page } from '../../../ui/page.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import classes from '../desk/desk.module.css';
import { QueueBar } from '../desk/queue-bar.tsx';
import { readRosters } from '../desk/store.ts';
import { useCrew } from '../desk/use-desk.ts';

export function ChooseShiftPage() {
  const t = useTranslations('manageAttendance');
  useCrew();
  const { organization } = useMembership();
  const { shifts, error, retry, isKept } = useShiftsOfToday();
  return (
    <Page title={t('title.choose')} lead={t('chooseLead')}>
      <QueueBar
        zone={organization?.time_zone ?? deviceZone}
        nameOf={(id) => t('unknown', { id: String(id ?? 0) })}
      />
      {isKept && <p className={classes['count']}>{t('chooseKept')}</p>}
      {shifts === undefined ? (
        error === null ? (
          <ListSkeleton />
        ) : (
          <ErrorState error={error} retry={retry} />
        )
      ) : shifts.length === 0 ? (
        <EmptyState title={t('noShifts')} text={t('noShiftsText')} />
      ) : (
        <ul className={card['list']}>
          {shifts.map((shift) => (
            <li key={shift.id}>
              <Link
                to="/desk/$shiftId"
                params={{ shiftId: String(shift.id) }}
                className={`${card['card']} ${classes['shift']}`}
              >
                <span className={classes['name']}>{shift.title}</span>
                <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} />
                <span className={classes['state']}>{shift.location}</span>
                <span className={classes['state']}>{t('expected', { count: shift.signup_count })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

/** Today's shifts, and those of last night that still go on; without a network those that this device has seen. */
function useShiftsOfToday() {
  const organization_id = useOrganizationId();
  const zone = useMembership().organization?.time_zone ?? deviceZone;
  const date = useToday(zone);
  const [ends_after, to] = [dayStart(date, zone), dayStart(plusDays(date, 1), zone)];
  const query = useQuery({
    ...apiQuery('/api/v1/shifts', {
      query: { organization_id, status: 'published', limit: 200, ends_after, to },
    }),
    ...useFreshness(),
  });
  const kept = useQuery({
    queryKey: ['desk rosters', organization_id],
    queryFn: async () => (await readRosters().catch(() => [])).map(({ shift }) => shift),
    networkMode: 'always',
    enabled: query.isError,
  });
  const isOn = ({ end_time, organization_id: owner }: Schemas['Shift']) =>
    msOf(end_time) > msOf(ends_after) && owner === organization_id;
  const own = kept.data?.filter(({ end_time }) => msOf(end_time) > Date.now() - dayMs);
  return {
    shifts: (query.data?.items ?? (own?.length ? own : undefined))?.filter(isOn),
    isKept: query.data === undefined && own !== undefined && own.length > 0,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
