import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { ResourcePage, useArchived } from '../../../ui/resource-page.tsx';
import { ChangeMission, CreateMission } from '../mission-form.tsx';
import { PlanList } from '../plan-list.tsx';

export function MissionsPage() {
  const t = useTranslations('programs');
  const organizationId = useOrganizationId();
  const archived = useArchived();
  const missions = useInfiniteQuery(
    apiPages('/api/v1/missions', { query: { organization_id: organizationId, archived } }),
  );
  return (
    <ResourcePage
      words={{
        title: t('missions.title'),
        lead: t('missions.lead'),
        create: t('missions.create'),
        label: t('missions.label'),
        emptyTitle: t('missions.emptyTitle'),
        emptyText: t('missions.emptyText'),
        archivedEmpty: t('archivedEmpty'),
      }}
      query={missions}
      create={(close) => <CreateMission close={close} />}
    >
      {(rows) => <Missions rows={rows} />}
    </ResourcePage>
  );
}

function Missions({ rows }: { readonly rows: readonly Schemas['Mission'][] }) {
  const [open, setOpen] = useState<number>();
  const t = useTranslations('programs.missions');
  const summary = useRequirementText();
  const invalidates = [['/api/v1/missions']];
  const archive = useApiMutation('post', '/api/v1/missions/{id}/archive', { invalidates });
  const restore = useApiMutation('post', '/api/v1/missions/{id}/restore', { invalidates });
  return (
    <>
      <PlanList
        label={t('label')}
        nameLabel={t('name')}
        rows={rows}
        columns={[
          { key: 'requires', label: t('requires'), render: ({ requirements }) => summary(requirements) },
        ]}
        change={setOpen}
        archive={(id) => archive.mutateAsync({ path: { id } })}
        restore={(id) => restore.mutateAsync({ path: { id } })}
        archiveTitle={(name) => t('archiveTitle', { name })}
        archiveText={t('archiveText')}
      />
      {open !== undefined && <ChangeMission id={open} close={() => setOpen(undefined)} />}
    </>
  );
}

/** What a mission asks for, in a few words. */
function useRequirementText() {
  const t = useTranslations('programs.missions');
  const { list } = useFormatter();
  return (requirements: Schemas['Requirements']): string => {
    const { profile_fields = [], forms = [], badges = [], journeys = [], minimum_age } = requirements;
    const parts = [
      ['forms', forms.length],
      ['badges', badges.length],
      ['journeys', journeys.length],
      ['profile', profile_fields.length],
      ['age', minimum_age ?? 0],
    ] as const;
    const asked = parts
      .filter(([, count]) => count > 0)
      .map(([name, count]) => t(`count.${name}`, { count }));
    return asked.length === 0 ? t('nothing') : list(asked);
  };
}
