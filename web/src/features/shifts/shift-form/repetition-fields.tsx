import { Alert, Button, Checkbox, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { dayKey, daysBetween, plusDays, weekdaysFrom } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { clocksOf, type ShiftDraft } from './draft.ts';
import { Part, type ShiftForm } from './part.tsx';
import {
  datesOf,
  horizonDays,
  mostOccurrences,
  ordinalOf,
  type Repetition,
  weekdaysOf,
} from './recurrence.ts';
import { useTimeNotes } from './time-notes.ts';
import { TimeNotes } from './time-notes-list.tsx';

export function RepetitionFields({ form }: { readonly form: ShiftForm }) {
  const t = useTranslations('manageShifts.repeat');
  const words = useRepetitionWords();
  const { repetition, date } = form.values;
  const change = (part: Partial<Repetition>) =>
    form.setFieldValue('repetition', { ...repetition, skipped: [], ...part });
  const { every } = repetition;
  return (
    <Part legend={t('legend')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('every')}
          value={every}
          data={(['never', 'day', 'week', 'month'] as const).map((value) => ({
            value,
            label: t(`units.${value}`),
          }))}
          onChange={({ currentTarget }) => change({ every: currentTarget.value as Repetition['every'] })}
        />
        {every !== 'never' && (
          <NumberInput
            label={t('interval')}
            suffix={` ${t(`unit.${every}`, { count: repetition.interval })}`}
            min={1}
            max={52}
            allowDecimal={false}
            required
            isStrict
            value={repetition.interval}
            onChange={(interval) => interval !== '' && change({ interval })}
          />
        )}
      </SimpleGrid>
      {every === 'week' && <Weekdays repetition={repetition} date={date} change={change} />}
      {every === 'month' && date !== '' && (
        <NativeSelect
          label={t('monthly')}
          value={repetition.monthly}
          data={(['date', 'weekday'] as const).map((value) => ({
            value,
            label: words.monthly(value, date),
          }))}
          onChange={({ currentTarget }) => change({ monthly: currentTarget.value as Repetition['monthly'] })}
        />
      )}
      {every !== 'never' && <Ends repetition={repetition} date={date} change={change} />}
      {every !== 'never' && date !== '' && (
        <RepetitionPreview
          draft={form.values}
          skip={(skipped) => form.setFieldValue('repetition', { ...repetition, skipped })}
        />
      )}
    </Part>
  );
}

interface PartProps {
  readonly repetition: Repetition;
  readonly date: string;
  readonly change: (part: Partial<Repetition>) => void;
}

function Weekdays({ repetition, date, change }: PartProps) {
  const t = useTranslations('manageShifts.repeat');
  const times = useTimes();
  const chosen = date === '' ? repetition.weekdays : weekdaysOf(repetition, date);
  // Any Monday will do for their names.
  const monday = '2026-01-05';
  return (
    <Checkbox.Group
      label={t('weekdays')}
      value={chosen.map(String)}
      onChange={(values) => change({ weekdays: values.map(Number) })}
    >
      <Group gap="md" mt="xs">
        {weekdaysFrom(useFirstWeekday()).map((day) => (
          <Checkbox
            key={day}
            value={String(day)}
            label={times.format('weekday', `${plusDays(monday, day)}T12:00:00Z`, 'UTC')}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function Ends({ repetition, date, change }: PartProps) {
  const t = useTranslations('manageShifts.repeat');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t('ends')}
        value={repetition.ends}
        data={(['count', 'date', 'never'] as const).map((value) => ({ value, label: t(`end.${value}`) }))}
        onChange={({ currentTarget }) => change({ ends: currentTarget.value as Repetition['ends'] })}
      />
      {repetition.ends === 'count' && (
        <NumberInput
          label={t('count')}
          min={2}
          max={500}
          allowDecimal={false}
          required
          isStrict
          value={repetition.count}
          onChange={(count) => count !== '' && change({ count })}
        />
      )}
      {repetition.ends === 'date' && (
        <TextInput
          type="date"
          label={t('until')}
          required
          min={date}
          value={repetition.until}
          onChange={({ currentTarget }) => change({ until: currentTarget.value })}
        />
      )}
    </SimpleGrid>
  );
}

interface RepetitionPreviewProps {
  readonly draft: ShiftDraft;
  readonly skip: (dates: readonly string[]) => void;
}

const shownAtFirst = 8;
/** The rule may have 500 characters; each skipped day takes nine of them. */
const mostSkipped = 40;

/** The series in words and as dates, each of which can be left out: the holiday, the day of the move. */
function RepetitionPreview({ draft, skip }: RepetitionPreviewProps) {
  const t = useTranslations('manageShifts.repeat');
  const times = useTimes();
  const words = useRepetitionWords();
  const [isAll, setAll] = useState(false);
  const { repetition, date, time_zone: zone } = draft;
  const dates = useMemo(() => datesOf(repetition, date, dayKey(Date.now(), zone)), [repetition, date, zone]);
  const { skipped } = repetition;
  const notes = useTimeNotes();
  const clocks = clocksOf(draft);
  // For the first one, this is below its times.
  const told = clocks
    ? dates
        .filter((day) => !skipped.includes(day) && day !== date)
        .flatMap((day) => {
          const end = { ...clocks.end, date: plusDays(day, daysBetween(date, clocks.end.date)) };
          return notes.clock({ ...clocks.start, date: day }, end, zone);
        })
    : [];
  const shown = isAll ? dates : dates.slice(0, shownAtFirst);
  const toggle = (day: string, isKept: boolean) =>
    skip(isKept ? skipped.filter((one) => one !== day) : [...skipped, day]);
  return (
    <Alert role="group" color="pine" variant="light" title={words.sentence(repetition, date)}>
      <Text role="status" mb="xs">
        {t('made', { count: dates.length - skipped.length })}{' '}
        {repetition.ends === 'never' && t('horizon', { days: horizonDays })}
        {dates.length >= mostOccurrences && t('most', { count: mostOccurrences })}
      </Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2, sm: 3 }}
        spacing={6}
        verticalSpacing={6}
        role="group"
        aria-label={t('dates')}
      >
        {shown.map((day) => (
          <Checkbox
            key={day}
            py={6}
            label={times.format('dayYear', `${day}T12:00:00Z`, 'UTC')}
            checked={!skipped.includes(day)}
            disabled={skipped.length >= mostSkipped && !skipped.includes(day)}
            onChange={({ currentTarget }) => toggle(day, currentTarget.checked)}
          />
        ))}
      </SimpleGrid>
      {dates.length > shown.length && (
        <Button variant="subtle" mt="xs" onClick={() => setAll(true)}>
          {t('showAll', { count: dates.length })}
        </Button>
      )}
      <TimeNotes notes={[...(clocks ? notes.series(clocks.start, clocks.end, zone) : []), ...told]} />
    </Alert>
  );
}

/** A series as someone would say it. */
function useRepetitionWords() {
  const t = useTranslations('manageShifts.repeat');
  const times = useTimes();
  const { list } = useFormatter();
  const weekday = (date: string) => times.format('longWeekday', `${date}T12:00:00Z`, 'UTC');
  const monthly = (by: Repetition['monthly'], first: string) =>
    by === 'date'
      ? t('onDate', { day: Number(first.slice(8)) })
      : t('onWeekday', { ordinal: ordinalOf(first), weekday: weekday(first) });
  return {
    monthly,
    sentence(repetition: Repetition, first: string): string {
      const { every, interval, ends, count, until } = repetition;
      if (every === 'never') return t('units.never');
      const names = weekdaysOf(repetition, first).map((day) => weekday(plusDays('2026-01-05', day)));
      const how = {
        day: () => t('everyDays', { count: interval }),
        week: () => t('everyWeeks', { count: interval, days: list(names) }),
        month: () => t('everyMonths', { count: interval, day: monthly(repetition.monthly, first) }),
      }[every]();
      if (ends === 'count') return t('times', { how, count });
      if (ends === 'date' && until !== '')
        return t('untilDay', { how, day: times.format('dayAndYear', `${until}T12:00:00Z`, 'UTC') });
      return t('endless', { how });
    },
  };
}
