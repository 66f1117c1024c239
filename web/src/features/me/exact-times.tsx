import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFirstWeekday, useTimes } from '../../i18n/times.ts';
import { weekdaysFrom } from '../../i18n/week.ts';
import classes from './me.module.css';
import { clockOf, dayMinutes, merged, minutesOf, type Stretch, type Week } from './week-windows.ts';
import { useWeekdays } from './weekdays.ts';

interface ExactTimesProps {
  readonly week: Week;
  readonly change: (week: Week) => void;
}

/** The same week to the minute, without a grid. */
export function ExactTimes({ week, change }: ExactTimesProps) {
  const t = useTranslations('me.availability');
  const weekdays = useWeekdays();
  return (
    <ul className={classes['list']}>
      {weekdaysFrom(useFirstWeekday()).map((day) => {
        const long = weekdays[day]?.long ?? '';
        const stretches = week[day] ?? [];
        return (
          <li key={day} className={classes['row']}>
            <Text fw={600} w="7rem">
              {long}
            </Text>
            <Stack gap="xs" flex="1 1 14rem">
              {stretches.map((stretch, index) => (
                <Times
                  // biome-ignore lint/suspicious/noArrayIndexKey: what is being typed must keep its field
                  key={index}
                  day={long}
                  stretch={stretch}
                  change={(next) =>
                    change(
                      week.with(
                        day,
                        next === undefined ? stretches.toSpliced(index, 1) : stretches.with(index, next),
                      ),
                    )
                  }
                  settle={() => change(week.with(day, merged(stretches)))}
                />
              ))}
              <div>
                <Button
                  variant="subtle"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => change(week.with(day, [...stretches, nextAfter(stretches)]))}
                >
                  {t('add', { day: long })}
                </Button>
              </div>
            </Stack>
          </li>
        );
      })}
    </ul>
  );
}

function nextAfter(stretches: readonly Stretch[]): Stretch {
  const start = Math.min(stretches.at(-1)?.until ?? 9 * 60, dayMinutes - 60);
  return { from: start, until: Math.min(start + 180, dayMinutes) };
}

interface TimesProps {
  readonly day: string;
  readonly stretch: Stretch;
  readonly change: (stretch: Stretch | undefined) => void;
  readonly settle: () => void;
}

function Times({ day, stretch, change, settle }: TimesProps) {
  const t = useTranslations('me.availability');
  const times = useTimes();
  const { from, until } = stretch;
  // Clocks of browsers end at 23:59: midnight at the end of the day is entered as 00:00.
  const shown = (minutes: number) => clockOf(minutes % dayMinutes);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end" onBlur={settle}>
      <TextInput
        type="time"
        aria-label={t('fromOf', { day })}
        value={shown(from)}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '' && minutesOf(value) < until) change({ from: minutesOf(value), until });
        }}
      />
      <TextInput
        type="time"
        aria-label={t('untilOf', { day })}
        value={shown(until)}
        onChange={({ currentTarget: { value } }) => {
          const next = minutesOf(value) || dayMinutes;
          if (value !== '' && next > from) change({ from, until: next });
        }}
      />
      <ActionIcon
        variant="subtle"
        aria-label={t('remove', { from: times.clock(from), until: times.clock(until), day })}
        onClick={() => change(undefined)}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
