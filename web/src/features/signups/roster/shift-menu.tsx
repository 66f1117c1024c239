import { Button, Menu } from '@mantine/core';
import {
  IconBan,
  IconCopy,
  IconDeviceTablet,
  IconDots,
  IconDownload,
  IconEdit,
  IconEye,
  IconLink,
  IconMail,
  IconPrinter,
  IconQrcode,
  IconSend,
  IconTemplate,
  IconUserSearch,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { refreshShifts, sendChange } from '../../../api/mutation.ts';
import { useCopy } from '../../../ui/copy.tsx';
import { download } from '../../../ui/download.ts';
import { isWorthShowing } from '../../shifts/index.ts';
import { useRosterActions } from './actions.ts';
import { MenuEntry, MenuLink, RosterMenu } from './menu.tsx';

/** What can be done about the shift as a whole. */
export function ShiftMenu() {
  const t = useTranslations('manageSignups.shift');
  const { shift, open, attempt } = useRosterActions();
  const isLiving = shift.status !== 'cancelled';
  const isSeries = shift.series_id !== null;
  const publish = async () => {
    const { operation } = await sendChange('post', '/api/v1/shifts/{id}/publish', {
      path: { id: shift.id },
      body: isSeries ? { scope: 'all' } : {},
    });
    if (isWorthShowing(operation)) open({ kind: 'seriesChange', started: operation });
    await refreshShifts();
  };
  return (
    <RosterMenu width={270}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shift.status === 'draft' && (
          <MenuEntry
            icon={IconSend}
            label={t(isSeries ? 'publishSeries' : 'publish')}
            onClick={() => void attempt(t('publish'), publish)}
          />
        )}
        {isLiving && <LivingItems />}
        <MenuEntry icon={IconCopy} label={t('duplicate')} onClick={() => open({ kind: 'duplicate' })} />
        <MenuEntry
          icon={IconTemplate}
          label={t('saveTemplate')}
          onClick={() => open({ kind: 'saveTemplate' })}
        />
        {isLiving && (
          <MenuEntry
            icon={IconBan}
            label={t('cancel')}
            isDangerous
            onClick={() => open({ kind: 'cancelShift' })}
          />
        )}
      </Menu.Dropdown>
    </RosterMenu>
  );
}

/** What makes no sense for a shift that is cancelled. */
function LivingItems() {
  const t = useTranslations('manageSignups.shift');
  const { shift, open, attempt } = useRosterActions();
  const copy = useCopy();
  const id = String(shift.id);
  const save = (format: string) =>
    download(`/api/v1/shifts/${shift.id}/roster?format=${format}`, `${t('file')}-${shift.id}.${format}`);
  return (
    <>
      {shift.status === 'published' && (
        <MenuEntry
          icon={IconUserSearch}
          label={t('find')}
          onClick={() => open({ kind: 'signUp', isFinding: true })}
        />
      )}
      {shift.status === 'published' && (
        <>
          <MenuLink to="/shifts/$id" params={{ id }} icon={IconEye} label={t('publicPage')} />
          <MenuEntry
            icon={IconLink}
            label={t('copyLink')}
            onClick={() => void copy(new URL(`/shifts/${id}`, location.origin).href, t('linkCopied'))}
          />
        </>
      )}
      <MenuEntry icon={IconMail} label={t('message')} onClick={() => open({ kind: 'message' })} />
      <MenuLink to="/desk/$shiftId" params={{ shiftId: id }} icon={IconDeviceTablet} label={t('desk')} />
      <MenuLink to="/manage/shifts/$id/poster" params={{ id }} icon={IconQrcode} label={t('poster')} />
      <MenuLink to="/manage/shifts/$id/print" params={{ id }} icon={IconPrinter} label={t('print')} />
      {(['xlsx', 'csv'] as const).map((format) => {
        const label = t(format === 'xlsx' ? 'exportXlsx' : 'exportCsv');
        return (
          <MenuEntry
            key={format}
            icon={IconDownload}
            label={label}
            onClick={() => void attempt(label, () => save(format))}
          />
        );
      })}
      <Menu.Divider />
      <MenuLink to="/manage/shifts/$id/edit" params={{ id }} icon={IconEdit} label={t('edit')} />
    </>
  );
}
