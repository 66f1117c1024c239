import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendChange } from '../../../api/mutation.ts';
import { clockOf, daysBetween, instantOf, isDay, plusDays, weekStart } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Shift } from '../shift.ts';
import { PreviewList } from '../templates/preview-list.tsx';

interface CopyWeekDialogProps {
  /** The first day of the week that is copied. */
  readonly start: string;
  readonly shifts: readonly Shift[];
  readonly close: () => void;
}

/** So many the service makes in one call. */
const mostCopies = 200;

/** The same shifts in another week, on the same days and by the same clock, without their people. */
export function CopyWeekDialog({ start: from, shifts, close }: CopyWeekDialogProps) {
  const t = useTranslations('manageShifts.copyWeek');
  const words = useTranslations('common.action');
  const times = useTimes();
  const [target, setTarget] = useState(plusDays(from, 7));
  const [status, setStatus] = useState<'draft' | 'published'>('draft');
  const { run, start } = useMany<Shift>();
  const first = useFirstWeekday();
  const to = isDay(target) ? weekStart(target, first) : from;
  const days = daysBetween(from, to);
  const moved = (instant: string, zone: string) => {
    const { date, time } = clockOf(instant, zone);
    return instantOf({ date: plusDays(date, days), time }, zone);
  };
  const copy = (some: readonly Shift[], isDryRun = false) =>
    sendChange('post', '/api/v1/organizations/{id}/shifts/duplicate', {
      path: { id: some[0]?.organization_id ?? 0 },
      body: {
        items: some.map(({ id, start_time, end_time, time_zone }) => ({
          id,
          start_time: moved(start_time, time_zone),
          end_time: moved(end_time, time_zone),
          status,
        })),
        ...(isDryRun && { dry_run: true }),
      },
    });
  const [isOmitting, setOmitting] = useState(true);
  const preview = useQuery({
    queryKey: ['preview', 'week', from, to, shifts.map(({ id }) => id)],
    queryFn: async () => {
      const warnings: Schemas['BulkShiftsResponse']['warnings'][number][] = [];
      for (let at = 0; at < shifts.length; at += mostCopies)
        warnings.push(...(await copy(shifts.slice(at, at + mostCopies), true)).warnings);
      return Map.groupBy(warnings, ({ params }) => Number(params['shift_id']));
    },
    enabled: days !== 0,
    gcTime: 0,
  });
  const warned = preview.data ?? new Map();
  const isThere = ({ id }: Shift) =>
    warned.get(id)?.some(({ code }: { code: string }) => code === 'copy_exists');
  const wanted = isOmitting ? shifts.filter((shift) => !isThere(shift)) : shifts;
  const submit = () => start(wanted, mostCopies, copy);
  return (
    <Dialog title={t('title')} close={close}>
      {run === undefined ? (
        <Stack>
          <Text>{t('text', { count: shifts.length })}</Text>
          <TextInput
            type="date"
            label={t('target')}
            description={
              days === 0
                ? t('sameWeek')
                : t('targetWeek', { day: times.format('dayYear', `${to}T12:00:00Z`, 'UTC') })
            }
            value={target}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          />
          <NativeSelect
            label={t('as')}
            value={status}
            data={(['draft', 'published'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={({ currentTarget }) => setStatus(currentTarget.value as typeof status)}
          />
          {days !== 0 && (
            <section aria-label={t('preview')}>
              <Text role="status">
                {preview.data !== undefined &&
                  (wanted.length === 0 ? t('allThere') : t('warnings', { count: warned.size }))}
              </Text>
              {shifts.some(isThere) && (
                <Switch
                  label={t('omit')}
                  checked={isOmitting}
                  onChange={({ currentTarget }) => setOmitting(currentTarget.checked)}
                />
              )}
              <PreviewList
                label={t('preview')}
                items={wanted.map(({ id, title, start_time, end_time, time_zone }) => ({
                  id,
                  title,
                  start_time: moved(start_time, time_zone),
                  end_time: moved(end_time, time_zone),
                  time_zone,
                  notes: warned.get(id)?.map(({ message }: { message: string }) => message) ?? [],
                }))}
              />
              <Problem error={preview.error} />
            </section>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words('cancel')}
            </Button>
            <Button disabled={days === 0 || wanted.length === 0} onClick={() => void submit()}>
              {t('submit', { count: wanted.length })}
            </Button>
          </Group>
        </Stack>
      ) : (
        <ManyReport
          run={run}
          name={(shift) => `${shift.title}, ${times.format('moment', shift.start_time, shift.time_zone)}`}
          itemKey={({ id }) => id}
          close={close}
        />
      )}
    </Dialog>
  );
}
