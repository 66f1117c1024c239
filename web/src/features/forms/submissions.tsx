import { Button, Group, Switch } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTask } from '../../api/mutation.ts';
import { apiPages } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable, useOpenColumn } from '../../ui/data-table.tsx';
import { fetchFile, saveFile } from '../../ui/download.ts';
import { Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { withoutHeader } from './csv-header.ts';
import { SubmissionDetails } from './submission-details.tsx';

type Line = Schemas['SubmissionLine'];

export function Submissions({ form }: { readonly form: Schemas['Form'] }) {
  const t = useTranslations('manageForms.submissions');
  const [history, setHistory] = useState(false);
  const [open, setOpen] = useState<Line>();
  const submissions = useInfiniteQuery(
    apiPages('/api/v1/forms/{id}/submissions', {
      path: { id: form.id },
      query: { ...(history && { history }) },
    }),
  );
  const download = useTask(() => downloadSubmissions(form, history));
  return (
    <Section
      title={t('title')}
      lead={t('lead')}
      actions={
        <Group>
          {form.resubmission === 'latest' && (
            <Switch
              label={t('history')}
              checked={history}
              onChange={({ currentTarget }) => setHistory(currentTarget.checked)}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('download')}
          </Button>
        </Group>
      }
    >
      <Problem error={download.error} />
      <CursorList query={submissions} empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}>
        {(rows) => <Lines rows={rows} open={setOpen} />}
      </CursorList>
      {open !== undefined && <SubmissionDetails submission={open} close={() => setOpen(undefined)} />}
    </Section>
  );
}

function Lines({ rows, open }: { readonly rows: readonly Line[]; readonly open: (line: Line) => void }) {
  const t = useTranslations('manageForms.submissions');
  const columns: readonly Column<Line>[] = [
    {
      key: 'who',
      label: t('who'),
      isTitle: true,
      render: ({ user_name }) => <strong>{user_name}</strong>,
      sortBy: ({ user_name }) => user_name ?? '',
    },
    {
      key: 'when',
      label: t('when'),
      render: ({ submitted_at }) => <Moment at={submitted_at} />,
      sortBy: ({ submitted_at }) => submitted_at,
    },
    { key: 'version', label: t('version'), align: 'end', render: ({ form_version }) => form_version },
    useOpenColumn<Line>(({ user_name }) => t('open', { name: user_name }), open),
  ];
  return <DataTable label={t('label')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

/** Everything that was submitted, as one file. */
async function downloadSubmissions({ id, title }: Schemas['Form'], history: boolean): Promise<void> {
  const parts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams({
      format: 'csv',
      ...(history && { history: 'true' }),
      ...(cursor !== undefined && { cursor }),
    });
    const response = await fetchFile(`/api/v1/forms/${id}/submissions?${query}`);
    const text = await response.text();
    // Each part begins with the names of the columns; one line of them is enough.
    parts.push(parts.length === 0 ? text : withoutHeader(text));
    cursor = response.headers.get('next-cursor');
  }
  saveFile(new Blob(parts, { type: 'text/csv' }), `${title.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.csv`);
}
