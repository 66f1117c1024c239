import { Button, Menu, type MenuItemProps } from '@mantine/core';
import {
  IconBan,
  IconCopy,
  IconDeviceTablet,
  IconDots,
  IconDownload,
  IconEdit,
  IconMail,
  IconPrinter,
  IconQrcode,
  IconSend,
  IconTemplate,
  IconUserSearch,
} from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, sendChange } from '../../../api/mutation.ts';
import { download } from '../../../ui/download.ts';
import { isWorthShowing } from '../../shifts/index.ts';
import { useRosterActions } from './actions.ts';
import classes from './roster.module.css';

/** What can be done about the shift as a whole. */
export function ShiftMenu() {
  const t = useTranslations('manageSignups.shift');
  const { shift, open, attempt } = useRosterActions();
  const params = { id: String(shift.id) };
  const isLiving = shift.status !== 'cancelled';
  const publish = async () => {
    const { operation } = await sendChange('post', '/api/v1/shifts/{id}/publish', {
      path: { id: shift.id },
      body: shift.series_id === null ? {} : { scope: 'all' },
    });
    if (isWorthShowing(operation)) open({ kind: 'seriesChange', started: operation });
    await refreshShifts();
  };
  const save = (format: string) =>
    download(`/api/v1/shifts/${shift.id}/roster?format=${format}`, `${t('file')}-${shift.id}.${format}`);
  return (
    <Menu
      position="bottom-end"
      width={270}
      portalProps={{ target: '#content' }}
      classNames={{ item: classes['menuItem'] ?? '' }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shift.status === 'draft' && (
          <Menu.Item
            leftSection={<IconSend size={18} aria-hidden />}
            onClick={() => void attempt(t('publish'), publish)}
          >
            {t(shift.series_id === null ? 'publish' : 'publishSeries')}
          </Menu.Item>
        )}
        {isLiving && (
          <>
            {shift.status === 'published' && (
              <Menu.Item
                leftSection={<IconUserSearch size={18} aria-hidden />}
                onClick={() => open({ kind: 'signUp', isFinding: true })}
              >
                {t('find')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={() => open({ kind: 'message' })}
            >
              {t('message')}
            </Menu.Item>
            <MenuLink
              to="/desk/$shiftId"
              params={{ shiftId: params.id }}
              leftSection={<IconDeviceTablet size={18} aria-hidden />}
            >
              {t('desk')}
            </MenuLink>
            <MenuLink
              to="/manage/shifts/$id/poster"
              params={params}
              leftSection={<IconQrcode size={18} aria-hidden />}
            >
              {t('poster')}
            </MenuLink>
            <MenuLink
              to="/manage/shifts/$id/print"
              params={params}
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {t('print')}
            </MenuLink>
            {(['xlsx', 'csv'] as const).map((format) => (
              <Menu.Item
                key={format}
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() =>
                  void attempt(t(format === 'xlsx' ? 'exportXlsx' : 'exportCsv'), () => save(format))
                }
              >
                {t(format === 'xlsx' ? 'exportXlsx' : 'exportCsv')}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <MenuLink
              to="/manage/shifts/$id/edit"
              params={params}
              leftSection={<IconEdit size={18} aria-hidden />}
            >
              {t('edit')}
            </MenuLink>
          </>
        )}
        <Menu.Item
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => open({ kind: 'duplicate' })}
        >
          {t('duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTemplate size={18} aria-hidden />}
          onClick={() => open({ kind: 'saveTemplate' })}
        >
          {t('saveTemplate')}
        </Menu.Item>
        {isLiving && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconBan size={18} aria-hidden />}
            onClick={() => open({ kind: 'cancelShift' })}
          >
            {t('cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type Html = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** An entry of a menu that leads to another page. */
const MenuLink = createLink((props: MenuItemProps & Html) => <Menu.Item component="a" {...props} />);
