import { Checkbox, Group, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { plusDays, weekdaysFrom } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import type { ShiftForm } from './part.tsx';
import { Part } from './part.tsx';
import type { Repetition } from './recurrence.ts';
import { weekdaysOf } from './recurrence.ts';
import { RepetitionPreview } from './repetition-preview.tsx';
import { useRepetitionWords } from './repetition-words.ts';

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
            value={repetition.interval}
            onChange={(value) => change({ interval: Number(value) || 1 })}
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
          value={repetition.count}
          onChange={(value) => change({ count: Number(value) || 2 })}
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
