import { useInfiniteQuery } from '@tanstack/react-query';
import { useDelayedAbout } from '../../api/delayed-changes.ts';
import { useFreshness } from '../../api/live.ts';
import { useOrganizationId } from '../../api/me.ts';
import { apiPages } from '../../api/query.ts';
import { useWaiting } from '../../api/waiting.ts';

/** Reported hours that a coordinator of this organization has to decide on. */
export function useReportsToApprove() {
  const id = useOrganizationId();
  const isAnyWaiting = useWaiting().hour_reports > 0;
  const reports = useInfiniteQuery({
    ...apiPages('/api/v1/organizations/{id}/hours/reports', {
      path: { id },
      query: { status: 'waiting', limit: 100 },
    }),
    ...useFreshness(),
    enabled: isAnyWaiting,
  });
  const delayed = useDelayedAbout();
  const waiting = reports.data?.filter((row) => !delayed.has(`hour report ${row.id}`));
  return { reports, waiting: isAnyWaiting ? waiting : [] };
}
