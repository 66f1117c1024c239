import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './roster.module.css';

interface WindowProps {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A window over the page; all of the screen on a phone would hide what it is about, so it stays one. */
export function Window({ title, size = 'md', close, children }: WindowProps) {
  const t = useTranslations('common.action');
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      classNames={{ title: classes['windowTitle'] ?? '' }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}
