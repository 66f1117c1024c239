import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import roster from '../../signups/roster/roster.module.css';
import { type BulkAction, BulkWindow } from './bulk-window.tsx';
import type { Selection } from './use-plan.ts';

export function PlanBulkBar({ selection }: { readonly selection: Selection }) {
  const t = useTranslations('manageShifts.bulk');
  const [action, setAction] = useState<BulkAction>();
  const shifts = [...selection.chosen.values()];
  const drafts = shifts.filter(({ status }) => status === 'draft');
  const living = shifts.filter(({ status }) => status !== 'cancelled');
  if (shifts.length === 0) return null;
  const clear = () => selection.choose(shifts, false);
  return (
    <>
      <div className={roster['bar']} role="toolbar" aria-label={t('label')}>
        <strong role="status">{t('selected', { count: shifts.length })}</strong>
        {drafts.length > 0 && (
          <Button px="sm" onClick={() => setAction('publish')}>
            {t('publish', { count: drafts.length })}
          </Button>
        )}
        {living.length > 0 && (
          <>
            <Button px="sm" variant="default" onClick={() => setAction('change')}>
              {t('change')}
            </Button>
            <Button px="sm" variant="default" onClick={() => setAction('cancel')}>
              {t('cancel')}
            </Button>
          </>
        )}
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('clear')} onClick={clear}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
      {action !== undefined && (
        <BulkWindow
          action={action}
          shifts={action === 'publish' ? drafts : living}
          close={(isDone) => {
            setAction(undefined);
            if (isDone) clear();
          }}
        />
      )}
    </>
  );
}
