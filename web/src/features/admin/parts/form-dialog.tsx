import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../components/problem.tsx';

import { DialogTitle } from './dialog-title.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly onSubmit: React.SubmitEventHandler<HTMLFormElement>;
  readonly submitLabel: string;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** A form over the page. A click beside it does not close it: what was typed would be gone. */
export function FormDialog({
  title,
  close,
  onSubmit,
  submitLabel,
  isSending,
  error,
  size = 'lg',
  children,
}: FormDialogProps) {
  const t = useTranslations('common.action');
  return (
    <Modal
      opened
      onClose={close}
      title={<DialogTitle text={title} />}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          <Problem error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
