import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTask } from '../../api/mutation.ts';
import { call } from '../../api/query.ts';
import classes from '../../ui/card.module.css';
import { saveFile } from '../../ui/download.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';

const EraseDialog = lazyDialog(() => import('./erase-dialog.tsx'));

export function ExportData() {
  const t = useTranslations('accounts.settings');
  const download = useTask(async () => {
    const everything = JSON.stringify(await call('get', '/api/v1/me/export'), null, 2);
    saveFile(new Blob([everything], { type: 'application/json' }), 'muster.json');
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
  return (
    <div className={classes['card']}>
      <Text>{t('eraseText')}</Text>
      <div>
        <EraseDialog>
          {(open) => (
            <Button variant="default" c="var(--mantine-color-error)" onClick={open}>
              {t('erase')}
            </Button>
          )}
        </EraseDialog>
      </div>
    </div>
  );
}
