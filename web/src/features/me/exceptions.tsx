import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useTimes } from '../../i18n/times.ts';
import classes from './me.module.css';
import { minutesOf } from './week-windows.ts';

type Exception = Schemas['AvailabilityException'];

interface ExceptionsProps {
  readonly exceptions: readonly Exception[];
  readonly change: (exceptions: readonly Exception[]) => void;
}

/** Single days that differ from the week. */
export function Exceptions({ exceptions, change }: ExceptionsProps) {
  const t = useTranslations('me.availability');
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
          const day = times.format('dayAndYear', `${date}T12:00:00Z`, 'UTC');
          return (
            <li key={JSON.stringify(exception)} className={classes['row']}>
              <span>
                <strong>{day}</strong> · {t(available ? 'extra' : 'away')} ·{' '}
                {from && until
                  ? `${times.clock(minutesOf(from))} – ${times.clock(minutesOf(until))}`
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
      <NewException add={(exception) => change([...exceptions, exception].toSorted(byDate))} />
    </section>
  );
}

const byDate = (one: Exception, other: Exception) => one.date.localeCompare(other.date);

function NewException({ add }: { readonly add: (exception: Exception) => void }) {
  const t = useTranslations('me.availability');
  const [date, setDate] = useState('');
  const [isAvailable, setAvailable] = useState(false);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const submit = () => {
    add({ date, available: isAvailable, ...(from !== '' && until !== '' && { from, until }) });
    setDate('');
  };
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        type="date"
        label={t('date')}
        value={date}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
      />
      <NativeSelect
        label={t('kind')}
        value={isAvailable ? 'extra' : 'away'}
        data={(['away', 'extra'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget }) => setAvailable(currentTarget.value === 'extra')}
      />
      <TextInput
        type="time"
        label={t('from')}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <TextInput
        type="time"
        label={t('until')}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <Button variant="default" disabled={date === ''} onClick={submit}>
        {t('addException')}
      </Button>
    </Group>
  );
}
