import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTask } from '../api/mutation.ts';
import { download } from './download.ts';
import { Problem } from './problem.tsx';

interface ExportMenuProps {
  /** A list of the API that also answers with `format=csv` and `format=xlsx`. */
  readonly path: string;
  readonly query: object;
  /** The name of the file, without its ending. */
  readonly file: string;
  /** Which list, where a page has several. */
  readonly list?: string;
}

/** A list as a file for a spreadsheet. */
export function ExportMenu({ path, query, file, list }: ExportMenuProps) {
  const t = useTranslations('common.export');
  const save = useTask((format: 'csv' | 'xlsx') => {
    const params = new URLSearchParams({ format });
    for (const [name, value] of Object.entries(query)) params.set(name, String(value));
    return download(`${path}?${params}`, `${file}.${format}`);
  });
  return (
    <div>
      <Menu>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={save.isPending}
            {...(list !== undefined && { 'aria-label': `${t('do')}: ${list}` })}
          >
            {t('do')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save.mutate('xlsx')}>{t('xlsx')}</Menu.Item>
          <Menu.Item onClick={() => save.mutate('csv')}>{t('csv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Problem error={save.error} />
    </div>
  );
}
