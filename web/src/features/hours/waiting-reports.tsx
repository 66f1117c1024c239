import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { msOf } from '../../time/calendar.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { TextLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import classes from '../../ui/rows.module.css';
import { PlainSection } from '../../ui/section.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { RejectReport } from './reject-report.tsx';
import { useReported } from './reported-time.ts';
import { useReportsToApprove } from './reports-to-approve.ts';
import { staleAfterDecision } from './stale-after-decision.ts';

export type Report = Schemas['HourReport'];

/** As many as one request can decide on. */
const mostAtOnce = 500;

/** Hours that people reported and a coordinator has to decide on. Not shown while there are none. */
export function WaitingReports() {
  const t = useTranslations('manageHours.reports');
  const { reports, waiting } = useReportsToApprove();
  // Not in the row: it goes when someone else decides, and what was typed would go with it.
  const [rejecting, setRejecting] = useState<Report>();
  return (
    <>
      <KeepFocus>
        {waiting?.length !== 0 && (
          <PlainSection title={t('toApprove')}>
            <CursorList query={reports} skeleton={<ListSkeleton rows={2} />} empty={null}>
              {() => <Approving reports={waiting ?? []} reject={setRejecting} />}
            </CursorList>
          </PlainSection>
        )}
      </KeepFocus>
      {rejecting && <RejectReport report={rejecting} close={() => setRejecting(undefined)} />}
    </>
  );
}

interface ApprovingProps {
  readonly reports: readonly Report[];
  readonly reject: (report: Report) => void;
}

function Approving({ reports, reject }: ApprovingProps) {
  const t = useTranslations('manageHours.reports');
  const organizationId = useOrganizationId();
  const [shownAtMs] = useState(Date.now);
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  // What comes while someone reads is for them to tick.
  const isTicked = ({ id, created_at }: Report) => changed.get(id) ?? msOf(created_at) < shownAtMs;
  const approve = useApiMutation('post', '/api/v1/organizations/{id}/hours/reports/approve', {
    invalidates: staleAfterDecision,
    onSuccess: ({ message }) => notify.success(message),
  });
  const chosen = reports.filter(isTicked).slice(0, mostAtOnce);
  return (
    <Stack gap="sm">
      <ul className={classes['list']}>
        {reports.map((report) => (
          <WaitingReport
            key={report.id}
            report={report}
            isTicked={isTicked(report)}
            tick={(isNowTicked) => setChanged(new Map(changed).set(report.id, isNowTicked))}
            reject={() => reject(report)}
          />
        ))}
      </ul>
      <Problem error={approve.error} />
      <Group justify="flex-end">
        <Button
          disabled={chosen.length === 0}
          loading={approve.isPending}
          onClick={() =>
            approve.mutate({
              path: { id: organizationId },
              body: { reports: chosen.map(({ id, version }) => ({ id, version })) },
            })
          }
        >
          {t('approve', { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  );
}

interface WaitingReportProps {
  readonly report: Report;
  readonly isTicked: boolean;
  readonly tick: (isTicked: boolean) => void;
  readonly reject: () => void;
}

function WaitingReport({ report, isTicked, tick, reject }: WaitingReportProps) {
  const t = useTranslations('manageHours.reports');
  const about = { name: report.user_name, ...useReported()(report) };
  return (
    <li className={classes['row']}>
      <Group wrap="nowrap" align="flex-start">
        <Checkbox
          pt={2}
          aria-label={t('tick', about)}
          checked={isTicked}
          onChange={({ currentTarget }) => tick(currentTarget.checked)}
        />
        <div>
          <TextLink to="/manage/people/$id" params={{ id: String(report.user_id) }} fw={600}>
            {report.user_name}
          </TextLink>
          <p>{t('line', about)}</p>
          <p className={classes['quiet']}>{placeOf(report)}</p>
          {report.note !== '' && <Text size="sm">{t('note', { note: report.note })}</Text>}
        </div>
      </Group>
      <Button variant="default" aria-label={t('rejectOf', about)} onClick={reject}>
        {t('reject')}
      </Button>
    </li>
  );
}

/** A mission that is called like its program says nothing more. */
export const placeOf = ({ program_name, mission_name }: Report): string =>
  [...new Set([program_name, mission_name])].join(' · ');
