import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFocusReturn } from '../ui/keep-focus.tsx';
import { unsaved } from '../ui/unsaved.ts';

export default function DiscardDialog() {
  useFocusReturn();
  const t = useTranslations('common.unsaved');
  const stay = () => unsaved.answer(false);
  return (
    <Modal opened onClose={stay} title={t('title')} centered withCloseButton={false} zIndex={300}>
      <Stack>
        <Text>{t('text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => unsaved.answer(true)}>
            {t('discard')}
          </Button>
          <Button onClick={stay} data-autofocus>
            {t('stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
