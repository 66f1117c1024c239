import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../../time/hooks.ts';
import classes from '../../../ui/card.module.css';
import { type Exception, type ExceptionDraft, faultIn } from './new-exception.ts';
import { minutesOf } from './week-windows.ts';

interface ExceptionsProps {
  readonly exceptions: readonly Exception[];
  readonly change: (exceptions: readonly Exception[]) => void;
  /** The day that is being typed. */
  readonly draft: ExceptionDraft;
  readonly setDraft: (draft: ExceptionDraft) => void;
  readonly add: () => void;
  /** Set when somebody tried to add or save what is not whole. */
  readonly showsFaults: boolean;
}

/** Single days that differ from the week. */
export function Exceptions({ exceptions, change, ...draft }: ExceptionsProps) {
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
      <NewException {...draft} />
    </section>
  );
}

function NewException({ draft, setDraft, add, showsFaults }: Omit<ExceptionsProps, 'exceptions' | 'change'>) {
  const t = useTranslations('signups.availability');
  const { date, isAvailable, from, until } = draft;
  const fault = showsFaults ? faultIn(draft) : undefined;
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        type="date"
        label={t('date')}
        value={date}
        error={fault === 'date' && t('dateMissing')}
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
        error={fault === 'from' && t('bothTimes')}
        onChange={({ currentTarget }) => setDraft({ ...draft, from: currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t('until')}
        value={until}
        error={fault === 'until' ? t('bothTimes') : fault === 'order' && t('untilAfter')}
        onChange={({ currentTarget }) => setDraft({ ...draft, until: currentTarget.value })}
      />
      <Button variant="default" mt="1.6rem" onClick={add}>
        {t('addException')}
      </Button>
    </Group>
  );
}
