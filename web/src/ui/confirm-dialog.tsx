import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTask } from '../api/mutation.ts';
import { Dialog, DialogCancel } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly text: ReactNode;
  /** The verb: "Cancel shift", never "OK". */
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** The dialog stays open while this runs and shows the problem when it fails. */
  readonly onConfirm: () => Promise<unknown>;
  readonly close: () => void;
}

export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, isDangerous = false, onConfirm, close } = props;
  const confirm = useTask(onConfirm, { onSuccess: close });
  return (
    <Dialog title={title} close={close} centered>
      <Stack>
        <Text component="div">{text}</Text>
        <Problem error={confirm.error} />
        <Group justify="flex-end">
          <DialogCancel isFocused />
          <Button
            loading={confirm.isPending}
            onClick={() => confirm.mutate()}
            {...(isDangerous && { color: 'red.9' })}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
