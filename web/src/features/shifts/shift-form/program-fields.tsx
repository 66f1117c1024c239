import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { usePrograms } from '../../../api/use-choices.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ErrorState, TextSkeleton } from '../../../ui/states.tsx';
import type { ShiftForm } from './part.tsx';

/** Where there is no program yet, or none that fits, one is created here: its name is all it needs. */
export function ProgramField({ form, chosen }: { readonly form: ShiftForm; readonly chosen: string }) {
  const t = useTranslations('manageShifts.form');
  const { data: programs, error, refetch } = usePrograms();
  const [isNew, setNew] = useState(false);
  if (programs === undefined)
    return error === null ? (
      <TextSkeleton lines={1} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  if (isNew || programs.items.length === 0)
    return (
      <NewProgram
        form={form}
        created={(id) => {
          form.setFieldValue('program_id', String(id));
          setNew(false);
        }}
        cancel={programs.items.length > 0 ? () => setNew(false) : undefined}
      />
    );
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        flex="1 1 14rem"
        label={t('program')}
        required
        data={[
          { value: '', label: t('chooseProgram'), disabled: true },
          ...programs.items.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('program_id')}
        value={chosen}
      />
      <AddButton add={() => setNew(true)}>{t('newProgram')}</AddButton>
    </Group>
  );
}

interface NewProgramProps {
  readonly form: ShiftForm;
  readonly created: (id: number) => void;
  readonly cancel: (() => void) | undefined;
}

function NewProgram({ form, created, cancel }: NewProgramProps) {
  const t = useTranslations('manageShifts.form');
  const words = useTranslations('common.action');
  const organization_id = useOrganizationId();
  const [name, setName] = useState('');
  const create = useApiMutation('post', '/api/v1/programs', {
    invalidates: [['/api/v1/programs'], ['/api/v1/missions'], ['/api/v1/organizations/{id}/setup']],
    onSuccess: ({ id }) => created(id),
  });
  const save = () => {
    if (name.trim() !== '') return create.mutate({ body: { organization_id, name: name.trim() } });
    form.setFieldError('program_id', t('programNameNeeded'));
    form.getInputNode('program_id')?.focus();
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <TextInput
          flex={1}
          label={t('programName')}
          description={t('programHint')}
          maxLength={200}
          // It stands in for the program: without one, the shift can't be created.
          {...form.getInputProps('program_id')}
          value={name}
          onChange={({ currentTarget }) => {
            form.clearFieldError('program_id');
            setName(currentTarget.value);
          }}
          // Enter creates the program and does not send the shift, which is not ready without one.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
        />
        <Button loading={create.isPending} onClick={save}>
          {t('createProgram')}
        </Button>
        {cancel !== undefined && (
          <Button variant="subtle" onClick={cancel}>
            {words('cancel')}
          </Button>
        )}
      </Group>
      <Problem error={create.error} />
    </Stack>
  );
}

/** Hidden while there is nothing to choose. */
export function MissionField({ form }: { readonly form: ShiftForm }) {
  const t = useTranslations('manageShifts.form');
  const organization_id = useOrganizationId();
  const programs = usePrograms().data?.items ?? [];
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
        { value: '', label: name === undefined ? t('defaultMission') : t('defaultMissionOf', { name }) },
        ...items.map((mission) => ({ value: String(mission.id), label: mission.name })),
      ]}
      {...form.getInputProps('mission_id')}
    />
  );
}
