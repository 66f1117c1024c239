import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { useTimes } from '../../../time/hooks.ts';
import { SaveBar } from '../../../ui/bars.tsx';
import classes from '../../../ui/card.module.css';
import { ComeBack } from '../../../ui/come-back.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { ExactTimes } from '../availability/exact-times.tsx';
import {
  type Exception,
  type ExceptionDraft,
  errorIn,
  isBegun,
  noException,
  withException,
} from '../availability/new-exception.ts';
import { WeekGrid } from '../availability/week-grid.tsx';
import {
  merged,
  minutesFromClock,
  type Week,
  weekFromWindows,
  windowsOf,
} from '../availability/week-windows.ts';

const route = getRouteApi('/me/availability');
const availabilityQuery = apiQuery('/api/v1/me/availability');

export function AvailabilityPage() {
  const t = useTranslations('signups');
  const availability = useQuery(availabilityQuery);
  return (
    <Page title={t('title.availability')} lead={t('availability.lead')}>
      <Loaded query={availability}>{(data) => <AvailabilityForm availability={data} />}</Loaded>
    </Page>
  );
}

/** Holds what is drawn until it is saved; changes by others in the meantime do not overwrite it. */
function AvailabilityForm({ availability }: { readonly availability: Schemas['Availability'] }) {
  const t = useTranslations('signups.availability');
  const { next } = route.useSearch();
  const [week, setWeek] = useState<Week>(() => weekFromWindows(availability.weekly));
  const [exceptions, setExceptions] = useState<readonly Exception[]>(availability.exceptions);
  const [draft, setDraft] = useState(noException);
  const [isHalfTyped, setHalfTyped] = useState(false);
  const [showsErrors, setShowsErrors] = useState(false);
  // Counted, so that what is changed while it is being saved stays unsaved.
  const [edits, setEdits] = useState({ made: 0, saved: 0 });
  const edited = () => setEdits(({ made, saved }) => ({ made: made + 1, saved }));
  const isDirty = edits.made !== edits.saved || isBegun(draft);
  useUnsaved(isDirty);
  const save = useApiMutation('put', '/api/v1/me/availability', {
    invalidates: [availabilityQuery.queryKey, ['/api/v1/shifts/{id}/eligibility'], ['/api/v1/shifts']],
    onSuccess: () => {
      notify.success(t('saved'));
    },
  });
  const change = (to: Week) => {
    edited();
    setWeek(to);
  };
  const zone = availability.time_zone;
  /** The days including the one that is being typed; undefined while that is not whole. */
  const added = (): readonly Exception[] | undefined => {
    if (!isBegun(draft)) return exceptions;
    setShowsErrors(errorIn(draft) !== undefined);
    if (errorIn(draft) !== undefined) return undefined;
    const all = withException(exceptions, draft);
    edited();
    setExceptions(all);
    setDraft(noException);
    return all;
  };
  const submit = () => {
    const all = added();
    if (all === undefined || isHalfTyped) return;
    const saved = edits.made + (isBegun(draft) ? 1 : 0);
    save.mutate(
      { body: { time_zone: zone, weekly: windowsOf(week.map(merged)), exceptions: [...all] } },
      { onSuccess: () => setEdits(({ made }) => ({ made, saved })) },
    );
  };
  const isBroken = isHalfTyped || (showsErrors && errorIn(draft) !== undefined);
  return (
    <>
      <section className={classes['section']}>
        <Text size="sm" c="dimmed">
          {t('hint')} {t('zone', { zone })}
        </Text>
        <WeekGrid week={week} change={change} />
        {week.every((day) => day.length === 0) && <Text>{t('always')}</Text>}
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => change(week.map((day, index) => (index < 5 ? (week[0] ?? day) : day)))}
          >
            {t('copyWeek')}
          </Button>
          <Button variant="subtle" onClick={() => change(week.map(() => []))}>
            {t('clear')}
          </Button>
        </Group>
      </section>
      <section className={classes['section']} aria-labelledby="exact">
        <h2 id="exact" className={classes['heading']}>
          {t('exact')}
        </h2>
        <ExactTimes week={week} change={change} setHalfTyped={setHalfTyped} />
      </section>
      <Exceptions
        exceptions={exceptions}
        change={(to) => {
          edited();
          setExceptions(to);
        }}
        draft={draft}
        setDraft={setDraft}
        add={() => {
          setShowsErrors(true);
          added();
        }}
        showsErrors={showsErrors}
      />
      <SaveBar isDirty={isDirty}>
        <Problem error={save.error} />
        {isBroken && <Text c="var(--mantine-color-error)">{t('halfTyped')}</Text>}
        <Group>
          <Button size="lg" loading={save.isPending} onClick={submit}>
            {t('save')}
          </Button>
          <ComeBack next={next} label={t('back')} variant={save.isSuccess ? 'filled' : 'default'} />
          {isDirty && <Text role="status">{t('unsaved')}</Text>}
        </Group>
      </SaveBar>
    </>
  );
}

interface ExceptionsProps {
  readonly exceptions: readonly Exception[];
  readonly change: (exceptions: readonly Exception[]) => void;
  /** The day that is being typed. */
  readonly draft: ExceptionDraft;
  readonly setDraft: (draft: ExceptionDraft) => void;
  readonly add: () => void;
  /** Set after an attempt to add or save an incomplete exception. */
  readonly showsErrors: boolean;
}

/** Single days that differ from the week. */
function Exceptions({ exceptions, change, ...draft }: ExceptionsProps) {
  const t = useTranslations('signups.availability');
  const times = useTimes();
  return (
    <section className={classes['section']} aria-labelledby="exceptions">
      <h2 id="exceptions" className={classes['heading']}>
        {t('exceptions')}
      </h2>
      <Text c="dimmed">{t('exceptionsText')}</Text>
      <ul className={classes['list']}>
        {exceptions.map((exception) => {
          const { date, available, from, until } = exception;
          const day = times.formatDay('dayAndYear', date);
          return (
            <li key={JSON.stringify(exception)} className={classes['row']}>
              <span>
                <strong>{day}</strong> · {t(available ? 'extra' : 'away')} ·{' '}
                {from && until
                  ? `${times.clock(minutesFromClock(from))} – ${times.clock(minutesFromClock(until))}`
                  : t('wholeDay')}
              </span>
              <ActionIcon
                variant="subtle"
                aria-label={t('removeException', { date: day })}
                onClick={() => change(exceptions.filter((one) => one !== exception))}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <NewException {...draft} />
    </section>
  );
}

function NewException({ draft, setDraft, add, showsErrors }: Omit<ExceptionsProps, 'exceptions' | 'change'>) {
  const t = useTranslations('signups.availability');
  const { date, isAvailable, from, until } = draft;
  const error = showsErrors ? errorIn(draft) : undefined;
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        type="date"
        label={t('date')}
        value={date}
        error={error === 'date' && t('dateMissing')}
        onChange={({ currentTarget }) => setDraft({ ...draft, date: currentTarget.value })}
      />
      <NativeSelect
        label={t('kind')}
        value={isAvailable ? 'extra' : 'away'}
        data={(['away', 'extra'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget }) => setDraft({ ...draft, isAvailable: currentTarget.value === 'extra' })}
      />
      <TextInput
        type="time"
        label={t('from')}
        value={from}
        error={error === 'from' && t('bothTimes')}
        onChange={({ currentTarget }) => setDraft({ ...draft, from: currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t('until')}
        value={until}
        error={error === 'until' ? t('bothTimes') : error === 'order' && t('untilAfter')}
        onChange={({ currentTarget }) => setDraft({ ...draft, until: currentTarget.value })}
      />
      <Button variant="default" mt="1.6rem" onClick={add}>
        {t('addException')}
      </Button>
    </Group>
  );
}
