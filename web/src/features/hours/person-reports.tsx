import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Mark } from '../../ui/mark.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { useReported } from './reported-time.ts';
import { staleAfterDecision } from './stale-after-decision.ts';
import { placeOf, type Report } from './waiting-reports.tsx';

/** What a member reported, and where a decision can be undone. Not shown if they never reported anything. */
export function PersonReports({ userId }: { readonly userId: number }) {
  const t = useTranslations('manageHours.reports');
  const id = useOrganizationId();
  const reports = useInfiniteQuery(
    apiPages('/api/v1/organizations/{id}/hours/reports', {
      path: { id },
      query: { user_id: userId, limit: 10 },
    }),
  );
  if (reports.data === undefined || reports.data.length === 0) return null;
  return (
    <KeepFocus>
      <PlainSection title={t('title')}>
        <CursorList query={reports} empty={null}>
          {(rows) => (
            <ul className={classes['list']}>
              {rows.map((report) => (
                <PersonReport key={report.id} report={report} />
              ))}
            </ul>
          )}
        </CursorList>
      </PlainSection>
    </KeepFocus>
  );
}

const tones = { waiting: 'attention', approved: 'good', rejected: 'bad' } as const;

function PersonReport({ report }: { readonly report: Report }) {
  const t = useTranslations('manageHours.reports');
  const { id, organization_id, status } = report;
  const reopen = useApiMutation('post', '/api/v1/organizations/{id}/hours/reports/{report_id}/reopen', {
    invalidates: staleAfterDecision,
    onSuccess: () => notify.success(t('reopened')),
  });
  const about = { name: report.user_name, ...useReported()(report) };
  return (
    <li className={classes['row']}>
      <div>
        <strong>{t('line', about)}</strong>
        <p className={classes['quiet']}>{placeOf(report)}</p>
        <Mark tone={tones[status]}>{t(`status.${status}`)}</Mark>
        {report.note !== '' && <p>{t('note', { note: report.note })}</p>}
        {report.reason !== null && <p>{t('reason', { reason: report.reason })}</p>}
      </div>
      {status === 'waiting' ? (
        <TextLink to="/manage/hours">{t('decide')}</TextLink>
      ) : (
        <Button
          variant="default"
          aria-label={t('reopenOf', about)}
          loading={reopen.isPending}
          onClick={() => reopen.mutate({ path: { id: organization_id, report_id: id } })}
        >
          {t('reopen')}
        </Button>
      )}
      <Problem error={reopen.error} />
    </li>
  );
}
