import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { RunReport, useRun } from '../run-many.tsx';
import { refreshShifts } from '../send.ts';
import type { RosterPerson } from './use-roster.ts';
import { Window } from './window.tsx';

interface ReasonWindowProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly people: readonly RosterPerson[];
  readonly act: (person: RosterPerson, reason: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Something that one or many people are told, with a reason: then what became of each. */
export function ReasonWindow({ title, text, confirmLabel, people, act, close }: ReasonWindowProps) {
  const t = useTranslations('manage.roster');
  const words = useTranslations('common.action');
  const [reason, setReason] = useState('');
  const { run, start } = useRun<RosterPerson>();
  const submit = async () => {
    const outcomes = await start(people, (person) => act(person, reason.trim()));
    await refreshShifts();
    if (outcomes.every(({ error }) => error === undefined)) close();
  };
  return (
    <Window title={title} close={close}>
      {run === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack>
            <Text component="div">{text}</Text>
            <Textarea
              label={t('reason')}
              description={t('reasonHint')}
              maxLength={1_000}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {words('back')}
              </Button>
              <Button type="submit" color="red.8">
                {confirmLabel}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <RunReport run={run} name={({ user_name }) => user_name} itemKey={({ id }) => id} close={close} />
      )}
    </Window>
  );
}
