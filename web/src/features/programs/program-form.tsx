import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { useMissionChoices } from '../../api/use-choices.ts';
import { useTag } from '../../api/use-tag.ts';
import {
  NameFields,
  ResourceDialog,
  type ResourceDialogProps,
  useResourceForm,
} from '../../ui/resource-form.tsx';
import { PolicyFields } from '../organizations/index.ts';

/** The API's name of the mission is longer. */
const fieldOf = (path: string) => (path === 'default_mission_id' ? 'mission' : path);

/** What has its own input; errors of the rest are named above the buttons. */
const shownFields = ['name', 'description', 'default_mission_id'];

interface Values {
  name: string;
  description: string;
  /** Empty: the program gets its own. */
  mission: string;
  policies: Schemas['Policies'];
}

const valuesOf = ({ name, description, policies, default_mission_id }: Schemas['Program']): Values => ({
  name,
  description,
  policies,
  mission: String(default_mission_id),
});

const noProgram: Values = { name: '', description: '', mission: '', policies: {} };
const stale = [['/api/v1/programs'], ['/api/v1/programs/{id}'], ['/api/v1/missions']] as const;

export function CreateProgram({ close }: { readonly close: () => void }) {
  const t = useTranslations('programs.programs');
  const organization_id = useOrganizationId();
  const resource = useResourceForm({
    values: noProgram,
    save: useApiMutation('post', '/api/v1/programs', { invalidates: stale, onSuccess: close }),
    changeOf: ({ mission, ...values }) => ({
      body: { ...values, organization_id, ...(mission !== '' && { default_mission_id: Number(mission) }) },
    }),
    fieldOf,
  });
  return (
    <ProgramDialog resource={resource} title={t('create')} submitLabel={t('submit')} close={close} isNew />
  );
}

interface ChangeProgramProps {
  readonly program: Schemas['Program'];
  readonly close: () => void;
}

export function ChangeProgram({ program, close }: ChangeProgramProps) {
  const t = useTranslations('programs.programs');
  const save = useTranslations('common.action')('save');
  const path = { path: { id: program.id } };
  const resource = useResourceForm({
    values: valuesOf(program),
    save: useApiMutation('patch', '/api/v1/programs/{id}', { invalidates: stale, onSuccess: close }),
    changeOf: ({ mission, ...rest }) => ({ ...path, body: { ...rest, default_mission_id: Number(mission) } }),
    tag: useTag('/api/v1/programs/{id}', path, valuesOf),
    fieldOf,
  });
  return <ProgramDialog resource={resource} title={t('change')} submitLabel={save} close={close} />;
}

function ProgramDialog({
  isNew = false,
  ...props
}: ResourceDialogProps<Values> & { readonly isNew?: boolean }) {
  const t = useTranslations('programs.programs');
  const missions = useMissionChoices();
  const { form } = props.resource;
  return (
    <ResourceDialog {...props} shownFields={shownFields} size="xl">
      <NameFields t={t} hint={t('descriptionHint')} inputProps={form.getInputProps} />
      <NativeSelect
        label={t('mission')}
        description={t('missionHint')}
        data={[
          ...(isNew ? [{ value: '', label: t('ownMission') }] : []),
          ...missions.map(({ value, label }) => ({ value: String(value), label })),
        ]}
        {...form.getInputProps('mission')}
      />
      <Stack gap={2}>
        <Title order={3} size="h4">
          {t('policies')}
        </Title>
        <Text c="dimmed" size="sm">
          {t('policiesHint')}
        </Text>
      </Stack>
      <PolicyFields
        value={form.values.policies}
        onChange={(policies) => form.setFieldValue('policies', policies)}
        inherits
      />
    </ResourceDialog>
  );
}
