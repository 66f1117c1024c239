import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failuresOf, type ItemAnswer } from '../../../api/many.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ManyReport, useMany } from '../../../ui/many-report.tsx';
import { mostPeople } from './bulk-calls.ts';
import type { RosterPerson } from './use-roster.ts';

interface ReasonDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly people: readonly Person[];
  readonly act: (
    people: readonly Person[],
    reason: string,
  ) => Promise<{ readonly items: readonly ItemAnswer[] }>;
  readonly close: () => void;
  readonly done?: () => void;
}

type Person = Pick<RosterPerson, 'id' | 'user_name'>;

/** Does something to one or many people, who are sent the reason, and shows the result for each. */
export function ReasonDialog({ title, text, confirmLabel, people, act, close, done }: ReasonDialogProps) {
  const t = useTranslations('manageSignups');
  const words = useTranslations('common.action');
  const [reason, setReason] = useState('');
  const { run, start } = useMany<Person>();
  const submit = async () => {
    const outcomes = await start(people, mostPeople, (some) => act(some, reason.trim()));
    if (failuresOf(outcomes).length > 0) return;
    close();
    done?.();
  };
  return (
    <Dialog title={title} close={close}>
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
        <ManyReport run={run} name={({ user_name }) => user_name} itemKey={({ id }) => id} close={close} />
      )}
    </Dialog>
  );
}
