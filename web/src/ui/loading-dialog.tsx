import { Modal } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { TextSkeleton } from './states.tsx';

/** Stands where a form over the page will stand. */
export function LoadingDialog({ close }: { readonly close: () => void }) {
  const t = useTranslations('common');
  return (
    <Modal
      opened
      onClose={close}
      title={t('state.loading')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <TextSkeleton />
    </Modal>
  );
}
