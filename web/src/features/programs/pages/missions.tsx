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
import { ArchivedSwitch } from '../../../ui/archived-switch.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ChangeMission, CreateMission } from '../mission-form.tsx';
import { PlanList } from '../plan-list.tsx';

const route = getRouteApi('/manage/missions');

export function MissionsPage() {
  const t = useTranslations('programs');
  const organizationId = useOrganizationId();
  const { archived = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<number | 'new'>();
  const missions = useInfiniteQuery(
    apiPages('/api/v1/missions', { query: { organization_id: organizationId, archived } }),
  );
  const close = () => setOpen(undefined);
  return (
    <Page
      title={t('missions.title')}
      lead={t('missions.lead')}
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
          {t('missions.create')}
        </Button>
      }
    >
      <Section
        title={t('missions.label')}
        actions={
          <ArchivedSwitch
            checked={archived}
            onChange={(next) => void navigate({ search: next ? { archived: true } : {}, replace: true })}
          />
        }
      >
        <CursorList
          query={missions}
          empty={
            archived ? (
              <EmptyState title={t('archivedEmpty')} />
            ) : (
              <EmptyState title={t('missions.emptyTitle')} text={t('missions.emptyText')} />
            )
          }
        >
          {(rows) => <Missions rows={rows} change={setOpen} />}
        </CursorList>
      </Section>
      {open === 'new' && <CreateMission close={close} />}
      {typeof open === 'number' && <ChangeMission id={open} close={close} />}
    </Page>
  );
}

function Missions({
  rows,
  change,
}: {
  readonly rows: readonly Schemas['Mission'][];
  readonly change: (id: number) => void;
}) {
  const t = useTranslations('programs.missions');
  const summary = useRequirementText();
  const invalidates = [['/api/v1/missions']];
  const archive = useApiMutation('post', '/api/v1/missions/{id}/archive', { invalidates });
  const restore = useApiMutation('post', '/api/v1/missions/{id}/restore', { invalidates });
  return (
    <PlanList
      label={t('label')}
      nameLabel={t('name')}
      rows={rows}
      columns={[
        { key: 'requires', label: t('requires'), render: ({ requirements }) => summary(requirements) },
      ]}
      change={change}
      archive={(id) => archive.mutateAsync({ path: { id } })}
      restore={(id) => restore.mutateAsync({ path: { id } })}
      archiveTitle={(name) => t('archiveTitle', { name })}
      archiveText={t('archiveText')}
    />
  );
}

/** What a mission asks for, in a few words. */
function useRequirementText() {
  const t = useTranslations('programs.missions');
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
    return asked.length === 0 ? t('nothing') : asked.join(', ');
  };
}
