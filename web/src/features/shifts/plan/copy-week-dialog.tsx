import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failuresOf } from '../../../api/many.ts';
import { sendChange } from '../../../api/mutation.ts';
import { clockOf, daysBetween, isDay, plusDays, spanOf, weekStart } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import type { Shift } from '../shift.ts';
import { PreviewLists } from '../templates/preview-list.tsx';

interface CopyWeekDialogProps {
  /** The first day of the week that is copied. */
  readonly start: string;
  readonly shifts: readonly Shift[];
  /** Whether the week has others that filters leave out. */
  readonly isFiltered: boolean;
  /** Shows the week of the copies. */
  readonly show: (day: string) => void;
  readonly close: () => void;
}

/** What is worth a look about a copy, or why it can't be made. */
interface Note {
  readonly id: number;
  readonly code: string;
  readonly message: string;
}

/** So many the service makes in one call. */
const mostCopies = 200;

/** Shifts of one name and start are copied in one call: in the next one, the second would be there already. */
function twinsFirst(shifts: readonly Shift[]): readonly Shift[] {
  const keyOf = ({ program_id, title, start_time }: Shift) => `${program_id} ${start_time} ${title}`;
  const groups = Map.groupBy(shifts, keyOf).values();
  return [...groups].sort((a, b) => b.length - a.length).flat();
}

interface Copying {
  readonly shifts: readonly Shift[];
  readonly from: string;
  readonly to: string;
  readonly status: 'draft' | 'published';
  /** Leaves out what is there already. */
  readonly isOmitting: boolean;
}

/** Makes the copies, and says beforehand what becomes of each. */
function useCopies({ shifts, from, to, status, isOmitting }: Copying) {
  const days = daysBetween(from, to);
  const moved = ({ start_time, end_time, time_zone: zone }: Shift) => {
    const there = (instant: string) => {
      const { date, time } = clockOf(instant, zone);
      return { date: plusDays(date, days), time };
    };
    return spanOf(there(start_time), there(end_time), zone);
  };
  const copy = (some: readonly Shift[], isDryRun = false) =>
    sendChange('post', '/api/v1/organizations/{id}/shifts/duplicate', {
      path: { id: some[0]?.organization_id ?? 0 },
      body: {
        items: some.map((shift) => ({ id: shift.id, ...moved(shift), status })),
        include_existing: !isOmitting,
        ...(isDryRun && { dry_run: true }),
      },
    });
  const preview = useQuery({
    queryKey: ['preview', 'week', from, to, shifts.map(({ id }) => id)],
    queryFn: async () => {
      const notes: Note[] = [];
      for (let at = 0; at < shifts.length; at += mostCopies) {
        const { items, warnings } = await copy(shifts.slice(at, at + mostCopies), true);
        for (const { code, message, params } of warnings)
          notes.push({ id: Number(params['shift_id']), code, message });
        for (const { id, status: found, problem } of items)
          for (const { message } of (found === 'refused' && problem?.errors) || [])
            notes.push({ id, code: 'refused', message });
      }
      return Map.groupBy(notes, ({ id }) => id);
    },
    enabled: days !== 0,
    gcTime: 0,
  });
  const noted = preview.data ?? new Map<number, Note[]>();
  const has = ({ id }: Shift, code: string) => noted.get(id)?.some((note) => note.code === code) ?? false;
  const isLeftOut = (shift: Shift) => has(shift, 'refused') || (isOmitting && has(shift, 'copy_exists'));
  const previewOf = (shift: Shift) => ({
    id: shift.id,
    title: shift.title,
    ...moved(shift),
    time_zone: shift.time_zone,
    notes: noted.get(shift.id)?.map(({ message }) => message) ?? [],
  });
  return {
    copy,
    previewOf,
    isKnown: preview.data !== undefined,
    error: preview.error,
    wanted: shifts.filter((shift) => !isLeftOut(shift)),
    leftOut: shifts.filter(isLeftOut),
    hasExisting: shifts.some((shift) => has(shift, 'copy_exists')),
  };
}

/** The same shifts in another week, on the same days and by the same clock, without their people. */
export function CopyWeekDialog({ start: from, shifts, isFiltered, show, close }: CopyWeekDialogProps) {
  const t = useTranslations('manageShifts.copyWeek');
  const template = useTranslations('manageShifts.templates');
  const words = useTranslations('common.action');
  const times = useTimes();
  const [target, setTarget] = useState(plusDays(from, 7));
  const [status, setStatus] = useState<Copying['status']>('draft');
  const [isOmitting, setOmitting] = useState(true);
  const { run, start } = useMany<Shift>();
  const first = useFirstWeekday();
  const to = isDay(target) ? weekStart(target, first) : from;
  const isSameWeek = to === from;
  const copies = useCopies({ shifts, from, to, status, isOmitting });
  const { wanted } = copies;
  const submit = async () => {
    const outcomes = await start(twinsFirst(wanted), mostCopies, (some) => copies.copy(some));
    if (failuresOf(outcomes).length > 0) return;
    notify.success(template('created', { count: wanted.length }));
    show(to);
    close();
  };
  return (
    <Dialog title={t('title')} close={close} isDirty={false}>
      {run === undefined ? (
        <Stack>
          {wanted.length > 0 && <Text>{t('text', { count: wanted.length })}</Text>}
          {isFiltered && <Text>{t('filtered')}</Text>}
          <TextInput
            type="date"
            data-autofocus
            label={t('target')}
            description={
              isSameWeek
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
            onChange={({ currentTarget }) => setStatus(currentTarget.value as Copying['status'])}
          />
          {!isSameWeek && (
            <section aria-label={t('preview')}>
              {copies.hasExisting && (
                <Switch
                  mb="sm"
                  label={t('omit')}
                  checked={isOmitting}
                  onChange={({ currentTarget }) => setOmitting(currentTarget.checked)}
                />
              )}
              <PreviewLists
                isKnown={copies.isKnown}
                wanted={wanted.map(copies.previewOf)}
                leftOut={copies.leftOut.map(copies.previewOf)}
              />
              <Problem error={copies.error} />
            </section>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words('cancel')}
            </Button>
            {/* What is there already is known only then. */}
            <Button
              disabled={isSameWeek || !copies.isKnown || wanted.length === 0}
              onClick={() => void submit()}
            >
              {t('submit', { count: wanted.length })}
            </Button>
          </Group>
        </Stack>
      ) : (
        <ManyReport
          run={run}
          name={(shift) => `${shift.title}, ${times.format('moment', shift.start_time, shift.time_zone)}`}
          itemKey={({ id }) => id}
          close={() => {
            if (run.outcomes !== undefined) show(to);
            close();
          }}
        />
      )}
    </Dialog>
  );
}
