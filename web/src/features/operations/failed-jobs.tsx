import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Messages } from 'use-intl';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { notify, useProblemNotice } from '../../ui/notify.ts';
import { Section } from '../../ui/section.tsx';

type Job = Schemas['FailedJob'];
type Kind = keyof Messages['operations']['jobs']['kind'];

/** Background work of the organization that failed on every attempt. */
export function FailedJobs() {
  const t = useTranslations('operations.jobs');
  const admin = useTranslations('common');
  const organizationId = useOrganizationId();
  const query = useInfiniteQuery(
    apiPages('/api/v1/jobs/failed', { query: { organization_id: organizationId } }),
  );
  const nameOf = useTaskName();
  const columns: readonly Column<Job>[] = [
    { key: 'task', label: t('task'), isTitle: true, render: nameOf },
    { key: 'at', label: t('failedAt'), render: ({ failed_at }) => <Moment at={failed_at} /> },
    { key: 'attempts', label: t('attempts'), render: ({ attempts }) => attempts },
    {
      key: 'error',
      label: t('error'),
      render: ({ error }) => <code lang="en">{error}</code>,
      isFreeText: true,
    },
    {
      key: 'actions',
      label: admin('actions'),
      align: 'end',
      render: (job) => <JobActions job={job} task={nameOf(job)} />,
    },
  ];
  return (
    <Section title={t('title')} lead={t('lead')}>
      <CursorList query={query} empty={<Text>{t('empty')}</Text>}>
        {(rows) => <DataTable label={t('label')} columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </CursorList>
    </Section>
  );
}

function useTaskName(): (job: Job) => string {
  const t = useTranslations('operations.jobs');
  return ({ task, part }) => {
    const name = part ?? task;
    const key = `kind.${name as Kind}` as const;
    return t.has(key) ? t(key) : t('other', { name });
  };
}

function JobActions({ job: { id }, task }: { readonly job: Job; readonly task: string }) {
  const t = useTranslations('operations.jobs');
  const showProblem = useProblemNotice();
  const path = { path: { id } };
  const retry = useApiMutation('post', '/api/v1/jobs/failed/{id}/retry', {
    invalidates: [['/api/v1/jobs/failed']],
    onSuccess: () => void notify.success(t('retried')),
  });
  const discard = useApiMutation('delete', '/api/v1/jobs/failed/{id}', {
    invalidates: [['/api/v1/jobs/failed']],
  });
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        variant="default"
        loading={retry.isPending}
        aria-label={t('retryOf', { task })}
        onClick={() => retry.mutate(path, { onError: showProblem })}
      >
        {t('retry')}
      </Button>
      <ConfirmAction
        title={t('discardTitle')}
        text={t('discardText')}
        confirmLabel={t('discard')}
        isDangerous
        onConfirm={() => discard.mutateAsync(path)}
      >
        {(ask) => (
          <Button variant="subtle" aria-label={t('discardOf', { task })} onClick={ask}>
            {t('discard')}
          </Button>
        )}
      </ConfirmAction>
    </Group>
  );
}
