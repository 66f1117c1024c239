import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { LoadedDialog } from '../../../ui/dialog.tsx';
import { useArchived } from '../../../ui/resource-page.tsx';
import { ChangeMission, CreateMission } from '../mission-form.tsx';
import { type EditProps, PlanPage } from '../plan-page.tsx';

export function MissionsPage() {
  const t = useTranslations('programs.missions');
  const requirementText = useRequirementText();
  const query = { organization_id: useOrganizationId(), archived: useArchived() };
  return (
    <PlanPage
      kind="missions"
      query={useInfiniteQuery(apiPages('/api/v1/missions', { query }))}
      columns={[
        {
          key: 'requires',
          label: t('requires'),
          render: ({ requirements }) => requirementText(requirements),
        },
      ]}
      Create={CreateMission}
      Edit={EditMission}
    />
  );
}

function EditMission({ id, close }: EditProps) {
  const mission = useQuery(apiQuery('/api/v1/missions/{id}', { path: { id } }));
  return (
    <LoadedDialog query={mission} close={close}>
      {(data) => <ChangeMission mission={data} close={close} />}
    </LoadedDialog>
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
