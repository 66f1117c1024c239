import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { useMissionChoices } from '../../../api/use-choices.ts';
import { LoadedDialog } from '../../../ui/dialog.tsx';
import { useArchived } from '../../../ui/resource-page.tsx';
import { type EditProps, PlanPage } from '../plan-page.tsx';
import { ChangeProgram, CreateProgram } from '../program-form.tsx';

export function ProgramsPage() {
  const t = useTranslations('programs.programs');
  const missions = useMissionChoices();
  const query = { organization_id: useOrganizationId(), archived: useArchived() };
  return (
    <PlanPage
      kind="programs"
      query={useInfiniteQuery(apiPages('/api/v1/programs', { query }))}
      columns={[
        {
          key: 'mission',
          label: t('mission'),
          render: ({ default_mission_id: id }) => missions.find(({ value }) => value === id)?.label ?? '–',
          isFreeText: true,
        },
        {
          key: 'rules',
          label: t('rules'),
          render: ({ policies }) => t('ruleCount', { count: Object.keys(policies).length }),
        },
      ]}
      Create={CreateProgram}
      Edit={EditProgram}
    />
  );
}

function EditProgram({ id, close }: EditProps) {
  const program = useQuery(apiQuery('/api/v1/programs/{id}', { path: { id } }));
  return (
    <LoadedDialog query={program} close={close}>
      {(data) => <ChangeProgram program={data} close={close} />}
    </LoadedDialog>
  );
}
