import { Badge } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import type { Attendance } from './use-roster.ts';

const colors = { expected: 'gray', checked_in: 'pine', checked_out: 'pine', no_show: 'clay' } as const;

/** In since 09:02, out after 3 hours, missing: in words, with the clock of the shift. */
export function AttendanceMark({ record, zone }: { readonly record: Attendance; readonly zone: string }) {
  const t = useTranslations('manageSignups.attendance');
  const times = useTimes();
  const { status } = record;
  const time = times.since(record.checked_in_at ?? 0, zone);
  const words = {
    expected: () => t('expected'),
    checked_in: () => t(record.late ? 'inLate' : 'in', { time }),
    checked_out: () =>
      t(record.verified_at ? 'outVerified' : 'out', { hours: times.hours(record.minutes ?? 0) }),
    no_show: () => t('noShow'),
  }[status]();
  return (
    <Badge
      color={colors[status]}
      variant={status === 'checked_in' ? 'filled' : status === 'expected' ? 'default' : 'light'}
      tt="none"
      fw={500}
      size="lg"
    >
      {words}
    </Badge>
  );
}
