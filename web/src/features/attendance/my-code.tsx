import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { prepareCode } from '../../api/offline-reads.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CodeDialog = lazyPart(() => import('./code-dialog.tsx'));

export function MyCode() {
  const t = useTranslations('attendance.code');
  const [isOpen, setOpen] = useState(false);
  useEffect(prepareCode, []);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('show')}
      </Button>
      {isOpen && (
        <Suspense>
          <CodeDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
