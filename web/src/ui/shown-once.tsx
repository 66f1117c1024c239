import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconEyeExclamation } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { CopyField } from './copy.tsx';
import { Dialog } from './dialog.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly label: string;
  readonly text: string;
  /** What it is for and how to keep it. */
  readonly warning: string;
  readonly close: () => void;
}

/** Something secret that the service shows only now. Closes by its button alone, so that no stray click hides it. */
export function ShownOnce({ title, label, text, warning, close }: ShownOnceProps) {
  const t = useTranslations('common.once');
  return (
    <Dialog title={title} close={close} centered size="lg" isClosedByButton>
      <Stack>
        <Alert color="clay" icon={<IconEyeExclamation aria-hidden />} title={t('title')}>
          {warning}
        </Alert>
        <CopyField label={label} text={text} />
        <Group justify="flex-end">
          <Button onClick={close}>{t('kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
