import { Box, Button, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { sendChange } from '../../api/mutation.ts';
import { apiPages, queryClient } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { ConfirmAction, lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Mark } from '../../ui/mark.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { useReported } from './reported-time.ts';

type Report = Schemas['HourReport'];

export const ReportHours = lazyDialog(() => import('./report-dialog.tsx'));

/** What the person reported, with what became of it. Not shown to people who never did. */
export function MyReports() {
  const t = useTranslations('hours.reports');
  const reports = useInfiniteQuery(apiPages('/api/v1/me/hours/reports', { query: { limit: 20 } }));
  if (reports.data?.length === 0) return null;
  return (
    <Box mt="xl" className="waits-for-above">
      <KeepFocus>
        <PlainSection title={t('title')}>
          <CursorList query={reports} skeleton={<ListSkeleton rows={2} />} empty={null}>
            {(rows) => (
              <ul className={classes['list']}>
                {rows.map((report) => (
                  <OwnReport key={report.id} report={report} />
                ))}
              </ul>
            )}
          </CursorList>
        </PlainSection>
      </KeepFocus>
    </Box>
  );
}

const tones = { waiting: 'attention', approved: 'good', rejected: 'bad' } as const;

function OwnReport({ report }: { readonly report: Report }) {
  const t = useTranslations('hours.reports');
  const about = useReported()(report);
  const withdraw = async () => {
    await sendChange('delete', '/api/v1/me/hours/reports/{id}', { path: { id: report.id } });
    await queryClient.invalidateQueries({ queryKey: ['/api/v1/me/hours/reports'] });
  };
  // Around the row: it stays open when a coordinator decides and the row can no longer be changed.
  return (
    <ReportHours report={report}>
      {(change) => (
        <li className={classes['row']}>
          <div>
            <strong>{t('line', about)}</strong>
            <p>{[report.program_name, report.organization_name].join(' · ')}</p>
            {report.note !== '' && <p className={classes['quiet']}>{report.note}</p>}
            <Mark tone={tones[report.status]}>{t(`status.${report.status}`)}</Mark>
            {report.reason !== null && <Text size="sm">{t('reason', { reason: report.reason })}</Text>}
          </div>
          {report.status === 'waiting' && (
            <Group gap="xs">
              <Button variant="default" aria-label={t('changeOf', about)} onClick={change}>
                {t('changeShort')}
              </Button>
              <ConfirmAction
                title={t('withdrawTitle')}
                text={t('line', about)}
                confirmLabel={t('withdraw')}
                isDangerous
                onConfirm={withdraw}
              >
                {(open) => (
                  <Button variant="default" aria-label={t('withdrawOf', about)} onClick={open}>
                    {t('withdraw')}
                  </Button>
                )}
              </ConfirmAction>
            </Group>
          )}
        </li>
      )}
    </ReportHours>
  );
}
