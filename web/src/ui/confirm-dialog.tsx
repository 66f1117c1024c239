import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ConfirmActionProps } from './confirm-action.tsx';
import { Problem } from './problem.tsx';

interface ConfirmDialogProps extends Omit<ConfirmActionProps, 'children'> {
  readonly close: () => void;
}

export default function ConfirmDialog({
  title,
  text,
  confirmLabel,
  isDangerous = false,
  onConfirm,
  close,
}: ConfirmDialogProps) {
  const t = useTranslations('common.action');
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const confirm = async () => {
    setRunning(true);
    setError(undefined);
    try {
      await onConfirm();
      close();
    } catch (problem) {
      setError(problem);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Text component="div">{text}</Text>
        <Problem error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {t('cancel')}
          </Button>
          <Button loading={isRunning} onClick={() => void confirm()} {...(isDangerous && { color: 'red.9' })}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
