import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
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
      <SelectionBar
        label={t('label')}
        selected={t('selected', { count: shifts.length })}
        clearLabel={t('clear')}
        clear={clear}
      >
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
      </SelectionBar>
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
