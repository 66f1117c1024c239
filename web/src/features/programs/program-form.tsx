import { NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { useMissionChoices } from '../../api/use-choices.ts';
import { useTag } from '../../api/use-tag.ts';
import { FormDialog, LoadingDialog } from '../../ui/dialog.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { Loaded } from '../../ui/states.tsx';
import { PolicyFields } from '../organizations/index.ts';

/** The API's name of the mission is longer. */
const fieldOf = (path: string) => (path === 'default_mission_id' ? 'mission' : path);

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['name', 'description', 'default_mission_id'];

interface Values {
  name: string;
  description: string;
  /** Empty: the program gets one of its own. */
  mission: string;
  policies: Schemas['Policies'];
}

const stale = [['/api/v1/programs'], ['/api/v1/programs/{id}'], ['/api/v1/missions']] as const;

export function CreateProgram({ close }: { readonly close: () => void }) {
  const t = useTranslations('programs.programs');
  const organizationId = useOrganizationId();
  const fieldErrors = useFieldErrors(fieldOf);
  const form = useForm<Values>({ initialValues: { name: '', description: '', mission: '', policies: {} } });
  const create = useApiMutation('post', '/api/v1/programs', { invalidates: stale, onSuccess: close });
  return (
    <FormDialog
      title={t('create')}
      close={close}
      submitLabel={t('submit')}
      isSending={create.isPending}
      error={create.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      size="xl"
      onSubmit={form.onSubmit(({ mission, ...values }) =>
        create.mutate(
          {
            body: {
              ...values,
              organization_id: organizationId,
              ...(mission !== '' && { default_mission_id: Number(mission) }),
            },
          },
          { onError: (error) => form.setErrors(fieldErrors(error)) },
        ),
      )}
    >
      <ProgramFields form={form} isNew />
    </FormDialog>
  );
}

export function ChangeProgram({ id, close }: { readonly id: number; readonly close: () => void }) {
  const program = useQuery(apiQuery('/api/v1/programs/{id}', { path: { id } }));
  return (
    <Loaded query={program} skeleton={<LoadingDialog close={close} />}>
      {(data) => <ChangeForm program={data} close={close} />}
    </Loaded>
  );
}

function ChangeForm({
  program,
  close,
}: {
  readonly program: Schemas['Program'];
  readonly close: () => void;
}) {
  const t = useTranslations('programs.programs');
  const save = useTranslations('common.action')('save');
  const path = { path: { id: program.id } };
  const tag = useTag('/api/v1/programs/{id}', path);
  const { name, description, policies, default_mission_id } = program;
  const fieldErrors = useFieldErrors(fieldOf);
  const form = useForm<Values>({
    initialValues: { name, description, policies, mission: String(default_mission_id) },
  });
  const change = useApiMutation('patch', '/api/v1/programs/{id}', { invalidates: stale, onSuccess: close });
  return (
    <FormDialog
      title={t('change')}
      close={close}
      submitLabel={save}
      isSending={change.isPending}
      error={change.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      size="xl"
      onSubmit={form.onSubmit(({ mission, ...values }) =>
        change.mutate(
          { ...path, body: { ...values, default_mission_id: Number(mission) }, ifMatch: tag.ifMatch },
          {
            onError: (error) => {
              form.setErrors(fieldErrors(error));
              void tag.afterRefusal(error);
            },
          },
        ),
      )}
    >
      <ProgramFields form={form} />
    </FormDialog>
  );
}

function ProgramFields({
  form,
  isNew = false,
}: {
  readonly form: ReturnType<typeof useForm<Values>>;
  readonly isNew?: boolean;
}) {
  const t = useTranslations('programs.programs');
  const missions = useMissionChoices();
  return (
    <>
      <TextInput label={t('name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('description')}
        description={t('descriptionHint')}
        autosize
        minRows={2}
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
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
    </>
  );
}
