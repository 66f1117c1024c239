import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../api/query.ts';
import classes from '../../ui/card.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Problem } from '../../ui/problem.tsx';
import { saveFile } from '../../ui/save-file.ts';

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'));

export function ExportData() {
  const t = useTranslations('accounts.settings');
  const download = useMutation({
    mutationFn: async () => {
      const everything = await call('get', '/api/v1/me/export');
      saveFile(JSON.stringify(everything, null, 2), 'application/json', 'muster.json');
    },
  });
  return (
    <div className={classes['card']}>
      <Text>{t('exportText')}</Text>
      <Problem error={download.error} />
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('export')}
        </Button>
      </div>
    </div>
  );
}

export function EraseAccount() {
  const t = useTranslations('accounts.settings');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes['card']}>
      <Text>{t('eraseText')}</Text>
      <div>
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpen(true)}>
          {t('erase')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <EraseDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
