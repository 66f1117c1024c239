import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { prepareCode } from '../../api/offline-reads.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const CodeDialog = lazyDialog(() => import('./code-dialog.tsx'));

export function MyCode() {
  const t = useTranslations('attendance.code');
  useEffect(prepareCode, []);
  return (
    <CodeDialog>
      {(open) => (
        <Button
          variant="default"
          leftSection={<IconQrcode size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={open}
        >
          {t('show')}
        </Button>
      )}
    </CodeDialog>
  );
}
