import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { useMissionChoices } from '../../../api/use-choices.ts';
import { ResourcePage, useArchived } from '../../../ui/resource-page.tsx';
import { PlanList } from '../plan-list.tsx';
import { ChangeProgram, CreateProgram } from '../program-form.tsx';

export function ProgramsPage() {
  const t = useTranslations('programs');
  const organizationId = useOrganizationId();
  const archived = useArchived();
  const programs = useInfiniteQuery(
    apiPages('/api/v1/programs', { query: { organization_id: organizationId, archived } }),
  );
  return (
    <ResourcePage
      words={{
        title: t('programs.title'),
        lead: t('programs.lead'),
        create: t('programs.create'),
        label: t('programs.label'),
        emptyTitle: t('programs.emptyTitle'),
        emptyText: t('programs.emptyText'),
        archivedEmpty: t('archivedEmpty'),
      }}
      query={programs}
      create={(close) => <CreateProgram close={close} />}
    >
      {(rows) => <Programs rows={rows} />}
    </ResourcePage>
  );
}

function Programs({ rows }: { readonly rows: readonly Schemas['Program'][] }) {
  const [open, setOpen] = useState<number>();
  const t = useTranslations('programs.programs');
  const missions = useMissionChoices();
  const invalidates = [['/api/v1/programs']];
  const archive = useApiMutation('post', '/api/v1/programs/{id}/archive', { invalidates });
  const restore = useApiMutation('post', '/api/v1/programs/{id}/restore', { invalidates });
  return (
    <>
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
        change={setOpen}
        archive={(id) => archive.mutateAsync({ path: { id } })}
        restore={(id) => restore.mutateAsync({ path: { id } })}
        archiveTitle={(name) => t('archiveTitle', { name })}
        archiveText={t('archiveText')}
      />
      {open !== undefined && <ChangeProgram id={open} close={() => setOpen(undefined)} />}
    </>
  );
}
