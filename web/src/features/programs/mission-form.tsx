import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { useTag } from '../../api/use-tag.ts';
import { LoadingDialog } from '../../ui/dialog.tsx';
import { ResourceDialog, type ResourceDialogProps, useResourceForm } from '../../ui/resource-form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { RequirementFields } from './requirement-fields.tsx';

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['name', 'description'];

interface Values {
  name: string;
  description: string;
  requirements: Schemas['Requirements'];
}

const noMission: Values = { name: '', description: '', requirements: {} };
const stale = [['/api/v1/missions'], ['/api/v1/missions/{id}']] as const;

export function CreateMission({ close }: { readonly close: () => void }) {
  const t = useTranslations('programs.missions');
  const organization_id = useOrganizationId();
  const resource = useResourceForm({
    values: noMission,
    save: useApiMutation('post', '/api/v1/missions', { invalidates: stale, onSuccess: close }),
    changeOf: (values) => ({ body: { ...values, organization_id } }),
  });
  return <MissionDialog resource={resource} title={t('create')} submitLabel={t('submit')} close={close} />;
}

export function ChangeMission({ id, close }: { readonly id: number; readonly close: () => void }) {
  const mission = useQuery(apiQuery('/api/v1/missions/{id}', { path: { id } }));
  return (
    <Loaded query={mission} skeleton={<LoadingDialog close={close} />}>
      {(data) => <ChangeForm mission={data} close={close} />}
    </Loaded>
  );
}

interface ChangeFormProps {
  readonly mission: Schemas['Mission'];
  readonly close: () => void;
}

function ChangeForm({ mission, close }: ChangeFormProps) {
  const t = useTranslations('programs.missions');
  const save = useTranslations('common.action')('save');
  const path = { path: { id: mission.id } };
  const { name, description, requirements } = mission;
  const resource = useResourceForm({
    values: { name, description, requirements },
    save: useApiMutation('patch', '/api/v1/missions/{id}', { invalidates: stale, onSuccess: close }),
    changeOf: (body) => ({ ...path, body }),
    tag: useTag('/api/v1/missions/{id}', path),
  });
  return <MissionDialog resource={resource} title={t('change')} submitLabel={save} close={close} />;
}

function MissionDialog(props: ResourceDialogProps<Values>) {
  const t = useTranslations('programs.missions');
  const { form } = props.resource;
  return (
    <ResourceDialog {...props} shownFields={shownFields} size="xl">
      <TextInput label={t('name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
      <RequirementFields
        value={form.values.requirements}
        onChange={(requirements) => form.setFieldValue('requirements', requirements)}
      />
    </ResourceDialog>
  );
}
