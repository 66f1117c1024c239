import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationZone } from '../../../api/me.ts';
import { sendChange } from '../../../api/mutation.ts';
import {
  clockOf,
  daysBetween,
  instantOf,
  isDay,
  plusDays,
  shiftDays,
  weekStart,
} from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes, useToday } from '../../../time/hooks.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { ShiftTime } from '../../../ui/shift-time.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import { byDays } from '../calendar-days.ts';
import { SpotsLeft } from '../spots-left.tsx';
import classes from './plan.module.css';
import type { PlanSearch } from './plan-search.ts';
import { type Selection, type Shift, useWeek, useWeekStart } from './use-plan.ts';

interface WeekProps {
  readonly search: PlanSearch;
  readonly change: (search: PlanSearch) => void;
  readonly selection: Selection;
}

/** A week beside each other on a desktop, below each other on a phone. */
export function Week({ search, change, selection }: WeekProps) {
  const t = useTranslations('manageShifts');
  const times = useTimes();
  const start = useWeekStart(search);
  const today = useToday(useOrganizationZone());
  const { shifts, isCut, error, retry } = useWeek(search, start);
  const days = [0, 1, 2, 3, 4, 5, 6].map((offset) => plusDays(start, offset));
  const byDay = byDays(shifts ?? []);
  const [isCopying, setCopying] = useState(false);
  const { week: _, ...rest } = search;
  const go = (by: number) => change({ ...rest, week: plusDays(start, by) });
  const noon = (day: string) => `${day}T12:00:00Z`;
  // What has begun in the week before belongs to that one.
  const copyable =
    shifts?.filter((shift) => shift.status !== 'cancelled' && days.includes(shiftDays(shift)[0] ?? '')) ?? [];
  return (
    <section aria-label={t('views.week')}>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <Button variant="default" px="xs" aria-label={t('previous')} onClick={() => go(-7)}>
            <IconChevronLeft size={20} aria-hidden />
          </Button>
          <Button variant="default" onClick={() => change(rest)}>
            {t('thisWeek')}
          </Button>
          <Button variant="default" px="xs" aria-label={t('next')} onClick={() => go(7)}>
            <IconChevronRight size={20} aria-hidden />
          </Button>
          <h2 className={classes['range']} aria-live="polite">
            {times.range('dayAndYear', noon(start), noon(plusDays(start, 6)), 'UTC')}
          </h2>
        </Group>
        {copyable.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => setCopying(true)}
          >
            {t('copyWeek.open')}
          </Button>
        )}
      </Group>
      {isCut && <Alert color="clay">{t('cut')}</Alert>}
      {shifts === undefined ? (
        error === null ? (
          <ListSkeleton />
        ) : (
          <ErrorState error={error} retry={retry} />
        )
      ) : (
        <div className={classes['week']}>
          {days.map((day) => (
            <WeekDay
              key={day}
              day={day}
              isToday={day === today}
              shifts={byDay.get(day) ?? []}
              selection={selection}
            />
          ))}
        </div>
      )}
      {isCopying && <CopyWeekDialog start={start} shifts={copyable} close={() => setCopying(false)} />}
    </section>
  );
}

interface DayProps {
  readonly day: string;
  readonly isToday: boolean;
  readonly shifts: readonly Shift[];
  readonly selection: Selection;
}

function WeekDay({ day, isToday, shifts, selection }: DayProps) {
  const t = useTranslations('manageShifts');
  const times = useTimes();
  return (
    <section className={classes['day']} data-empty={shifts.length === 0} aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`} className={classes['dayName']} data-today={isToday}>
        {times.format('day', `${day}T12:00:00Z`, 'UTC')}
      </h3>
      {shifts.length === 0 && <p className={classes['nothing']}>{t('nothing')}</p>}
      <ul className={classes['cards']}>
        {shifts.map((shift) => (
          <ShiftCard key={shift.id} shift={shift} day={day} selection={selection} />
        ))}
      </ul>
    </section>
  );
}

interface ShiftCardProps {
  readonly shift: Shift;
  readonly day: string;
  readonly selection: Selection;
}

function ShiftCard({ shift, day, selection }: ShiftCardProps) {
  const t = useTranslations('manageShifts');
  const { status } = shift;
  return (
    <li className={classes['card']} data-status={status}>
      <Link to="/manage/shifts/$id" params={{ id: String(shift.id) }} className={classes['cardLink']}>
        <ShiftTime start={shift.start_time} end={shift.end_time} zone={shift.time_zone} under={day} />
        <span className={classes['cardTitle']}>{shift.title}</span>
      </Link>
      {status !== 'published' && (
        <Badge variant="outline" color={status === 'draft' ? 'gray' : 'clay'} tt="none" fw={500}>
          {t(`status_.${status}`)}
        </Badge>
      )}
      <div className={classes['foot']}>
        <Checkbox
          aria-label={t('select', { title: shift.title })}
          checked={selection.chosen.has(shift.id)}
          onChange={({ currentTarget }) => selection.choose([shift], currentTarget.checked)}
        />
        {status !== 'cancelled' && <SpotsLeft shift={shift} />}
      </div>
      {shift.pending_count > 0 && (
        <Badge color="clay" variant="light" tt="none" fw={500}>
          {t('pending', { count: shift.pending_count })}
        </Badge>
      )}
    </li>
  );
}

interface CopyWeekDialogProps {
  /** The first day of the week that is copied. */
  readonly start: string;
  readonly shifts: readonly Shift[];
  readonly close: () => void;
}

/** So many the service makes in one call. */
const mostCopies = 200;

/** The same shifts in another week, on the same days and by the same clock, without their people. */
function CopyWeekDialog({ start: from, shifts, close }: CopyWeekDialogProps) {
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
  const copy = (some: readonly Shift[]) =>
    sendChange('post', '/api/v1/organizations/{id}/shifts/duplicate', {
      path: { id: some[0]?.organization_id ?? 0 },
      body: {
        items: some.map(({ id, start_time, end_time, time_zone }) => ({
          id,
          start_time: moved(start_time, time_zone),
          end_time: moved(end_time, time_zone),
          status,
        })),
      },
    });
  const submit = () => start(shifts, mostCopies, copy);
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
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words('cancel')}
            </Button>
            <Button disabled={days === 0} onClick={() => void submit()}>
              {t('submit', { count: shifts.length })}
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
