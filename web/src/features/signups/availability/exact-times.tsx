import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { weekdaysFrom } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import classes from '../../../ui/card.module.css';
import {
  dayMinutes,
  merged,
  minutesFromClock,
  type Stretch,
  stretchOf,
  type TypedStretch,
  typedOf,
  type Week,
} from './week-windows.ts';

interface ExactTimesProps {
  readonly week: Week;
  readonly change: (week: Week) => void;
  /** Whether something is typed that is not a time yet. */
  readonly setHalfTyped: (isHalf: boolean) => void;
}

type Rows = readonly (readonly TypedStretch[])[];

const isHalf = (typed: TypedStretch) => stretchOf(typed) === undefined;
const rowsOf = (week: Week): Rows => week.map((stretches) => stretches.map(typedOf));
const weekOfRows = (rows: Rows): Week => rows.map((day) => day.flatMap((typed) => stretchOf(typed) ?? []));

/** The same week to the minute, without a grid. */
export function ExactTimes({ week, change, setHalfTyped }: ExactTimesProps) {
  const t = useTranslations('signups.availability');
  const weekdays = useTimes().weekdays('longWeekday');
  const [typed, setTyped] = useState({ week, rows: rowsOf(week) });
  // Where the week was changed by the grid, the rows follow it and keep what is half typed.
  const rows =
    typed.week === week
      ? typed.rows
      : rowsOf(week).map((day, index) => [...day, ...(typed.rows[index]?.filter(isHalf) ?? [])]);
  const type = (next: Rows) => {
    const read = weekOfRows(next);
    setTyped({ week: read, rows: next });
    setHalfTyped(next.some((day) => day.some(isHalf)));
    change(read);
  };
  return (
    <ul className={classes['list']}>
      {weekdaysFrom(useFirstWeekday()).map((day) => {
        const long = weekdays[day] ?? '';
        const own = rows[day] ?? [];
        const setDay = (next: readonly TypedStretch[]) => type(rows.with(day, next));
        const isWhole = !own.some(isHalf);
        return (
          <li key={day} className={classes['row']}>
            <Text fw={600} w="7rem">
              {long}
            </Text>
            <Stack gap="xs" flex="1 1 14rem">
              {own.map((one, index) => (
                <Times
                  // biome-ignore lint/suspicious/noArrayIndexKey: what is being typed must keep its field
                  key={index}
                  day={long}
                  typed={one}
                  change={(next) =>
                    setDay(next === undefined ? own.toSpliced(index, 1) : own.with(index, next))
                  }
                  mergeRows={() => isWhole && setDay(merged(weekOfRows([own])[0] ?? []).map(typedOf))}
                />
              ))}
              <div>
                <AddButton
                  variant="subtle"
                  add={() => setDay([...own, typedOf(nextAfter(weekOfRows([own])[0] ?? []))])}
                >
                  {t('add', { day: long })}
                </AddButton>
              </div>
            </Stack>
          </li>
        );
      })}
    </ul>
  );
}

/** An hour after the last one: times that touch would become one as soon as the reader leaves the new row. */
function nextAfter(stretches: readonly Stretch[]): Stretch {
  const start = Math.min((stretches.at(-1)?.until ?? 8 * 60) + 60, dayMinutes - 60);
  return { from: start, until: Math.min(start + 180, dayMinutes) };
}

interface TimesProps {
  readonly day: string;
  readonly typed: TypedStretch;
  readonly change: (typed: TypedStretch | undefined) => void;
  readonly mergeRows: () => void;
}

function Times({ day, typed, change, mergeRows }: TimesProps) {
  const t = useTranslations('signups.availability');
  const times = useTimes();
  const { from, until } = typed;
  const clockText = (clock: string) => (clock === '' ? '' : times.clock(minutesFromClock(clock)));
  const isWrong = from !== '' && until !== '' && stretchOf(typed) === undefined;
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      align="flex-start"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) mergeRows();
      }}
    >
      <TextInput
        type="time"
        aria-label={t('fromOf', { day })}
        value={from}
        error={from === '' && t('timeMissing')}
        onChange={({ currentTarget: { value } }) => change({ from: value, until })}
      />
      <TextInput
        type="time"
        aria-label={t('untilOf', { day })}
        value={until}
        error={until === '' ? t('timeMissing') : isWrong && t('untilAfter')}
        onChange={({ currentTarget: { value } }) => change({ from, until: value })}
      />
      <ActionIcon
        variant="subtle"
        aria-label={t('remove', { from: clockText(from), until: clockText(until), day })}
        onClick={() => change(undefined)}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
