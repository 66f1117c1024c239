import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import type { ShiftForm } from './shift-fields.tsx';

export function usePrograms() {
  const organization_id = useOrganizationId();
  return useQuery(apiQuery('/api/v1/programs', { query: { organization_id, limit: 200 } })).data?.items ?? [];
}

export function ProgramField({ form }: { readonly form: ShiftForm }) {
  const t = useTranslations('manage.plan.form');
  const programs = usePrograms();
  return (
    <NativeSelect
      label={t('program')}
      required
      data={[
        { value: '', label: t('chooseProgram'), disabled: true },
        ...programs.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      {...form.getInputProps('program_id')}
    />
  );
}

/** Hidden while there is nothing to choose. */
export function MissionField({ form }: { readonly form: ShiftForm }) {
  const t = useTranslations('manage.plan.form');
  const organization_id = useOrganizationId();
  const programs = usePrograms();
  const missions = useQuery(apiQuery('/api/v1/missions', { query: { organization_id, limit: 200 } }));
  const items = missions.data?.items ?? [];
  const usual = programs.find(({ id }) => String(id) === form.values.program_id)?.default_mission_id;
  const name = items.find(({ id }) => id === usual)?.name;
  if (items.length < 2) return null;
  return (
    <NativeSelect
      label={t('mission')}
      description={t('missionHint')}
      data={[
        { value: '', label: name === undefined ? t('usualMission') : t('usualMissionOf', { name }) },
        ...items.map((mission) => ({ value: String(mission.id), label: mission.name })),
      ]}
      {...form.getInputProps('mission_id')}
    />
  );
}
