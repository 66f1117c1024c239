import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeLater } from '../../../api/delayed-changes.ts';
import { partsOf } from '../../../api/many.ts';
import { type PreparedChange, shiftReads } from '../../../api/mutation.ts';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { mostPeople } from './bulk-calls.ts';
import type { RosterPerson } from './use-roster.ts';

interface ReasonDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  /** What is said while it can be undone. */
  readonly doneText: string;
  readonly people: readonly Person[];
  readonly act: (people: readonly Person[], reason: string) => PreparedChange;
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
  const submit = () => {
    changeLater({
      about: people.map(({ id }) => `registration ${id}`),
      text: doneText,
      requests: partsOf(people, mostPeople).map((some) => ({
        ...act(some, reason.trim()),
        names: some.map(({ user_name }) => user_name),
      })),
      stale: shiftReads,
    });
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
