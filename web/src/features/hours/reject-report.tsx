import { Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeLater } from '../../api/delayed-changes.ts';
import { prepareChange } from '../../api/mutation.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { useReported } from './reported-time.ts';
import { staleAfterDecision } from './stale-after-decision.ts';

interface RejectReportProps {
  readonly report: Schemas['HourReport'];
  readonly close: () => void;
}

/** The person reads the reason. It can be undone for a while. */
export function RejectReport({ report, close }: RejectReportProps) {
  const t = useTranslations('manageHours.reports');
  const [reason, setReason] = useState('');
  const { id, organization_id, version, user_name: name } = report;
  const about = { name, ...useReported()(report) };
  const reject = () => {
    const request = prepareChange('post', '/api/v1/organizations/{id}/hours/reports/{report_id}/reject', {
      path: { id: organization_id, report_id: id },
      body: { reason: reason.trim(), version },
    });
    const text = t('rejected', about);
    changeLater({ about: [`hour report ${id}`], text, requests: [request], stale: staleAfterDecision });
    close();
  };
  return (
    <FormDialog
      title={t('rejectTitle', about)}
      close={close}
      onSubmit={(event) => {
        event.preventDefault();
        reject();
      }}
      submitLabel={t('reject')}
      isSending={false}
      isDisabled={reason.trim() === ''}
      error={null}
    >
      <Textarea
        label={t('reasonLabel')}
        description={t('reasonHint', about)}
        required
        maxLength={1_000}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
