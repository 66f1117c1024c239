import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCopy, IconDotsVertical, IconSend, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { plusDays, shiftDays, weekStart } from '../../../time/calendar.ts';
import { useFirstWeekday } from '../../../time/hooks.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { Shift } from '../shift.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { CopyWeekDialog } from './copy-week-dialog.tsx';

const SaveTemplate = lazyDialog(() => import('../templates/save-template.tsx'));
const UseTemplate = lazyDialog(() => import('../templates/use-template.tsx'));

interface WeekActionsProps {
  readonly isPhone: boolean;
  readonly days: readonly string[];
  readonly today: string;
  readonly shifts: readonly Shift[];
  /** Whether the week has shifts that aren't shown. */
  readonly isFiltered: boolean;
  readonly show: (day: string) => void;
}

/** The shifts of a week in another one, now or later. */
export function WeekActions({ isPhone, days, today, shifts, isFiltered, show }: WeekActionsProps) {
  const t = useTranslations('manageShifts');
  const organizationId = useOrganizationId();
  const first = useFirstWeekday();
  const [isCopying, setCopying] = useState(false);
  // As many as there were when the dialog was opened: once published, they are no drafts.
  const [published, setPublished] = useState<readonly Shift[]>();
  // What has begun in the week before belongs to that one.
  const copyable = shifts.filter(
    (shift) => shift.status !== 'cancelled' && days.includes(shiftDays(shift)[0] ?? ''),
  );
  const isEmpty = copyable.length === 0;
  const start = days[0] ?? today;
  // In a week that has begun, it is the next one that is planned.
  const planned = start > today ? start : plusDays(weekStart(today, first), 7);
  const drafts = copyable.filter(({ status }) => status === 'draft');
  return (
    <>
      {drafts.length > 0 && (
        <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => setPublished(drafts)}>
          {t('bulk.publishConfirm', { count: drafts.length })}
        </Button>
      )}
      <UseTemplate organizationId={organizationId} day={planned} show={show}>
        {(open) => (
          <Button variant="default" leftSection={<IconTemplate size={18} aria-hidden />} onClick={open}>
            {t('templates.use')}
          </Button>
        )}
      </UseTemplate>
      {!isPhone && (
        <Button
          variant="default"
          disabled={isEmpty}
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => setCopying(true)}
        >
          {t('copyWeek.open')}
        </Button>
      )}
      {/* Also there while the shifts are loading: buttons that come later would move the grid. */}
      <SaveTemplate organizationId={organizationId} from={{ from_week: start }} isFiltered={isFiltered}>
        {(save) => (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" size={44} aria-label={t('weekActions')}>
                <IconDotsVertical size={20} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={isEmpty} onClick={save}>
                {t('templates.saveWeek')}
              </Menu.Item>
              {isPhone && (
                <Menu.Item disabled={isEmpty} onClick={() => setCopying(true)}>
                  {t('copyWeek.open')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </SaveTemplate>
      {isCopying && (
        <CopyWeekDialog
          start={start}
          shifts={copyable}
          isFiltered={isFiltered}
          show={show}
          close={() => setCopying(false)}
        />
      )}
      {published !== undefined && (
        <BulkDialog action="publish" shifts={published} close={() => setPublished(undefined)} />
      )}
    </>
  );
}
