import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import roster from '../roster/roster.module.css';
import { type BulkAction, BulkWindow } from './bulk-window.tsx';
import type { Selection } from './use-plan.ts';

export function PlanBulkBar({ selection }: { readonly selection: Selection }) {
  const t = useTranslations('manage.plan.bulk');
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
          <Button onClick={() => setAction('publish')}>{t('publish', { count: drafts.length })}</Button>
        )}
        {living.length > 0 && (
          <>
            <Button variant="default" onClick={() => setAction('change')}>
              {t('change')}
            </Button>
            <Button variant="default" onClick={() => setAction('cancel')}>
              {t('cancel')}
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={clear}>
          {t('clear')}
        </Button>
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
