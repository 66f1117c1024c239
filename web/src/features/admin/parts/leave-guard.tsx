import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { DialogTitle } from './dialog-title.tsx';

/** Asks before leaving a page whose changes are not saved, also before the tab is closed. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const t = useTranslations('admin.leave');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={blocker.reset}
      title={<DialogTitle text={t('title')} />}
      centered
      withCloseButton={false}
    >
      <Stack>
        <Text>{t('text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={blocker.proceed}>
            {t('leave')}
          </Button>
          <Button onClick={blocker.reset} data-autofocus>
            {t('stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
