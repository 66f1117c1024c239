import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';

const CodeDialog = lazy(() => import('./code-dialog.tsx'));

export function MyCode() {
  const t = useTranslations('me.code');
  const [isOpen, setOpen] = useState(false);
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
