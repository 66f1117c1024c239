import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { hold } from '../../../api/held.ts';
import { doToMany, failuresOf, type ItemAnswer } from '../../../api/many.ts';
import { refreshShifts } from '../../../api/mutation.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { mostPeople } from './bulk-calls.ts';
import type { RosterPerson } from './use-roster.ts';

interface ReasonDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  /** What is said while it can be undone. */
  readonly doneText: string;
  readonly people: readonly Person[];
  readonly act: (
    people: readonly Person[],
    reason: string,
  ) => Promise<{ readonly items: readonly ItemAnswer[] }>;
  readonly close: () => void;
  readonly done?: () => void;
}

type Person = Pick<RosterPerson, 'id' | 'user_name'>;

/** Does something to one or many people, who are sent the reason. It can be undone for a while. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirmLabel, doneText, people, act, close, done } = props;
  const t = useTranslations('manageSignups');
  const words = useTranslations('common.action');
  const [reason, setReason] = useState('');
  const send = async () => {
    const call = (some: readonly Person[]) => act(some, reason.trim());
    const failed = failuresOf(await doToMany(people, { most: mostPeople, call }));
    for (const { item, error } of failed) {
      const why = error instanceof ApiProblem ? error.detail : '';
      void notify.warning(t('notDone', { name: item.user_name, why }));
    }
    await refreshShifts();
  };
  const submit = () => {
    hold(
      people.map(({ id }) => `registration ${id}`),
      doneText,
      send,
    );
    close();
    done?.();
  };
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
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
            <DialogCancel label={words('back')} />
            <Button type="submit" color="red.8">
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
