import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { useMissionChoices } from '../../../api/use-choices.ts';
import { ArchivedSwitch } from '../../../ui/archived-switch.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PlanList } from '../plan-list.tsx';
import { ChangeProgram, CreateProgram } from '../program-form.tsx';

const route = getRouteApi('/manage/programs');

export function ProgramsPage() {
  const t = useTranslations('programs');
  const organizationId = useOrganizationId();
  const { archived = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<number | 'new'>();
  const programs = useInfiniteQuery(
    apiPages('/api/v1/programs', { query: { organization_id: organizationId, archived } }),
  );
  const close = () => setOpen(undefined);
  return (
    <Page
      title={t('programs.title')}
      lead={t('programs.lead')}
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
          {t('programs.create')}
        </Button>
      }
    >
      <Section
        title={t('programs.label')}
        actions={
          <ArchivedSwitch
            checked={archived}
            onChange={(next) => void navigate({ search: next ? { archived: true } : {}, replace: true })}
          />
        }
      >
        <CursorList
          query={programs}
          empty={
            archived ? (
              <EmptyState title={t('archivedEmpty')} />
            ) : (
              <EmptyState title={t('programs.emptyTitle')} text={t('programs.emptyText')} />
            )
          }
        >
          {(rows) => <Programs rows={rows} change={setOpen} />}
        </CursorList>
      </Section>
      {open === 'new' && <CreateProgram close={close} />}
      {typeof open === 'number' && <ChangeProgram id={open} close={close} />}
    </Page>
  );
}

function Programs({
  rows,
  change,
}: {
  readonly rows: readonly Schemas['Program'][];
  readonly change: (id: number) => void;
}) {
  const t = useTranslations('programs.programs');
  const missions = useMissionChoices();
  const invalidates = [['/api/v1/programs']];
  const archive = useApiMutation('post', '/api/v1/programs/{id}/archive', { invalidates });
  const restore = useApiMutation('post', '/api/v1/programs/{id}/restore', { invalidates });
  return (
    <PlanList
      label={t('label')}
      nameLabel={t('name')}
      rows={rows}
      columns={[
        {
          key: 'mission',
          label: t('mission'),
          render: ({ default_mission_id: id }) => missions.find(({ value }) => value === id)?.label ?? '–',
        },
        {
          key: 'rules',
          label: t('rules'),
          render: ({ policies }) => t('ruleCount', { count: Object.keys(policies).length }),
        },
      ]}
      change={change}
      archive={(id) => archive.mutateAsync({ path: { id } })}
      restore={(id) => restore.mutateAsync({ path: { id } })}
      archiveTitle={(name) => t('archiveTitle', { name })}
      archiveText={t('archiveText')}
    />
  );
}
