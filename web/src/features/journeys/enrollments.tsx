import { Button, NativeSelect, Progress, Switch, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable, useOpenColumn } from '../../ui/data-table.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Day } from '../../ui/moment.tsx';
import classes from '../../ui/parts.module.css';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EnrollPerson } from './enroll-person.tsx';
import { EnrollmentDetails } from './enrollment-details.tsx';

type Line = Schemas['EnrollmentLine'];
const statuses = ['active', 'completed', 'withdrawn'] as const;
const tones = { active: 'attention', completed: 'good', withdrawn: 'quiet' } as const;

export function Enrollments({ journey }: { readonly journey: Schemas['Journey'] }) {
  const t = useTranslations('manageJourneys.people');
  const [status, setStatus] = useState<(typeof statuses)[number]>();
  const [isOverdue, setOverdue] = useState(false);
  const [isEnrolling, setEnrolling] = useState(false);
  const [open, setOpen] = useState<Line>();
  const enrollments = useInfiniteQuery(
    apiPages('/api/v1/journeys/{id}/enrollments', {
      path: { id: journey.id },
      query: { ...(status && { status }), ...(isOverdue && { overdue: true }) },
    }),
  );
  return (
    <Section
      title={t('title')}
      actions={
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setEnrolling(true)}>
          {t('start')}
        </Button>
      }
    >
      <div className={classes['filters']}>
        <NativeSelect
          label={t('status')}
          value={status ?? ''}
          data={[
            { value: '', label: t('all') },
            ...statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          ]}
          onChange={({ currentTarget }) => setStatus(statuses.find((one) => one === currentTarget.value))}
        />
        <Switch
          label={t('onlyOverdue')}
          checked={isOverdue}
          onChange={({ currentTarget }) => setOverdue(currentTarget.checked)}
        />
      </div>
      <CursorList query={enrollments} empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}>
        {(rows) => <People rows={rows} open={setOpen} />}
      </CursorList>
      {isEnrolling && <EnrollPerson journeyId={journey.id} close={() => setEnrolling(false)} />}
      {open !== undefined && (
        <EnrollmentDetails line={open} journey={journey} close={() => setOpen(undefined)} />
      )}
    </Section>
  );
}

function People({ rows, open }: { readonly rows: readonly Line[]; readonly open: (line: Line) => void }) {
  const t = useTranslations('manageJourneys.people');
  const columns: readonly Column<Line>[] = [
    {
      key: 'name',
      label: t('name'),
      isTitle: true,
      render: ({ user_name }) => <strong>{user_name}</strong>,
      sortBy: ({ user_name }) => user_name,
    },
    {
      key: 'progress',
      label: t('progress'),
      render: (line) => <Progressed line={line} />,
      sortBy: shareDone,
    },
    {
      key: 'due',
      label: t('due'),
      render: ({ due_at, overdue }) => (
        <span>
          {due_at === null ? t('noDue') : <Day at={due_at} />}{' '}
          {overdue && <Mark tone="bad">{t('overdue')}</Mark>}
        </span>
      ),
      sortBy: ({ due_at }) => due_at ?? '9999',
    },
    {
      key: 'status',
      label: t('status'),
      render: ({ status }) => <Mark tone={tones[status]}>{t(`statuses.${status}`)}</Mark>,
    },
    useOpenColumn<Line>(({ user_name }) => t('details', { name: user_name }), open),
  ];
  return <DataTable label={t('label')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

const shareDone = ({ steps_done, steps_required }: Line) =>
  steps_required === 0 ? 1 : steps_done / steps_required;

function Progressed({ line }: { readonly line: Line }) {
  const t = useTranslations('manageJourneys.people');
  const { steps_done, steps_required } = line;
  return (
    <div>
      <Text size="sm">{t('done', { done: steps_done, of: steps_required })}</Text>
      <Progress value={100 * shareDone(line)} aria-hidden size="sm" miw={120} />
    </div>
  );
}
