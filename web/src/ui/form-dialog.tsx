import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogCancel } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly onSubmit: React.SubmitEventHandler<HTMLFormElement>;
  readonly submitLabel: string;
  readonly isSending: boolean;
  readonly error: unknown;
  /** See `Problem`. */
  readonly shownFields?: readonly string[];
  readonly size?: 'md' | 'lg' | 'xl';
  /** Whether closing it would lose something. Without it, the dialog looks at its own fields. */
  readonly isDirty?: boolean;
  readonly children: ReactNode;
}

/** A form over the page. */
export function FormDialog({
  title,
  close,
  onSubmit,
  submitLabel,
  isSending,
  error,
  shownFields,
  size = 'lg',
  isDirty,
  children,
}: FormDialogProps) {
  return (
    <Dialog title={title} close={close} size={size} isDirty={isDirty}>
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          <Problem error={error} shownFields={shownFields} />
          <Group justify="flex-end">
            <DialogCancel />
            <Button type="submit" loading={isSending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
