import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnShifts } from '../../../api/my-registrations.ts';
import { apiQuery } from '../../../api/query.ts';
import { isoOf } from '../../../time/calendar.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import SeveralDialog from './several-dialog.tsx';

interface SeriesDialogProps {
  readonly seriesId: number;
  readonly organizationId: number;
  readonly close: () => void;
}

/** Signs up for what is to come of a series, as far as the person isn't there already. */
export default function SeriesDialog({ seriesId, organizationId, close }: SeriesDialogProps) {
  const t = useTranslations('shifts.several');
  const own = useOwnShifts();
  const [from] = useState(() => isoOf(Date.now()));
  const query = {
    series_id: seriesId,
    organization_id: organizationId,
    status: 'published' as const,
    from,
    limit: 1_000,
  };
  const shifts = useQuery({
    ...apiQuery('/api/v1/shifts/calendar', { query }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rest = shifts.data?.items.filter(({ id }) => !own.has(id)) ?? [];
  // What was loaded stays: after signing up, nothing would be left of it.
  const [first, setFirst] = useState<typeof rest>();
  if (first === undefined && rest.length > 0) setFirst(rest);
  if (first !== undefined) return <SeveralDialog shifts={first} close={close} />;
  return (
    <Dialog title={t('series')} close={close} isDirty={false}>
      <Loaded query={shifts}>{() => <EmptyState title={t('seriesEmpty')} />}</Loaded>
    </Dialog>
  );
}
