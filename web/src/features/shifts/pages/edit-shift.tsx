import { Alert, Stack } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery, queryClient } from '../../../api/query.ts';
import { useTag } from '../../../api/use-tag.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { SaveRow, useResourceForm } from '../../../ui/resource-form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import {
  isWorthShowing,
  OpenSeriesChange,
  type Scope,
  ScopeChoice,
  SeriesProgress,
} from '../series-progress.tsx';
import { changeBody, draftOf, fieldOf, shownFields } from '../shift-form/draft.ts';
import { ShiftFields } from '../shift-form/shift-fields.tsx';

const route = getRouteApi('/manage/shifts/$id/edit');

export function EditShiftPage() {
  const t = useTranslations('manageShifts.form');
  const id = Number(route.useParams().id);
  const shift = useQuery({ ...apiQuery('/api/v1/shifts/{id}', { path: { id } }), staleTime: 0 });
  const notes = useQuery({ ...apiQuery('/api/v1/shifts/{id}/team-notes', { path: { id } }), staleTime: 0 });
  return (
    <Page title={t('editTitle')} lead={shift.data?.title}>
      <Loaded query={shift}>
        {(data) => (
          <>
            {data.series_id !== null && <OpenSeriesChange seriesId={data.series_id} />}
            <Loaded query={notes}>
              {({ team_notes }) => <ChangeForm shift={data} teamNotes={team_notes} />}
            </Loaded>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface ChangeFormProps {
  readonly shift: Schemas['Shift'];
  readonly teamNotes: string | null;
}

function ChangeForm({ shift, teamNotes }: ChangeFormProps) {
  const t = useTranslations('manageShifts.form');
  const words = useTranslations('common.action');
  const navigate = route.useNavigate();
  const path = { path: { id: shift.id } };
  // The form keeps what it opened with, even when the shift is read again.
  const [draft] = useState(() => draftOf(shift, teamNotes));
  const [scope, setScope] = useState<Scope>('this');
  const toRoster = { to: '/manage/shifts/$id', params: { id: String(shift.id) } } as const;
  const change = useApiMutation('patch', '/api/v1/shifts/{id}', {
    invalidates: [['/api/v1/shifts'], ['/api/v1/shifts/{id}'], ['/api/v1/shifts/{id}/team-notes']],
    onSuccess: ({ changed, warnings, operation }) => {
      for (const [code, { length: count }] of Map.groupBy(warnings, (one) => one.code))
        notify.warning(t(code === 'role_overbooked' ? 'roleOverbooked' : 'overbooked', { count }));
      if (isWorthShowing(operation)) return;
      notify.success(t('changed', { count: changed }));
      void navigate({ ...toRoster, ignoreBlocker: true });
    },
  });
  const resource = useResourceForm({
    values: draft,
    save: change,
    changeOf: (values, _, before) => ({
      ...path,
      body: { ...changeBody(before, values), ...(scope !== 'this' && { scope }) },
    }),
    tag: useTag('/api/v1/shifts/{id}', path, async (newest) => {
      const notesQuery = apiQuery('/api/v1/shifts/{id}/team-notes', path);
      const { team_notes } = await queryClient.fetchQuery({ ...notesQuery, staleTime: 0 });
      return draftOf(newest, team_notes);
    }),
    fieldOf,
  });
  useUnsaved(resource.form.isDirty());
  const operation = change.data?.operation;
  if (isWorthShowing(operation))
    return (
      <SeriesProgress started={operation} close={() => void navigate({ ...toRoster, ignoreBlocker: true })} />
    );
  if (shift.status === 'cancelled') return <Alert color="clay">{t('cancelledShift')}</Alert>;
  return (
    <form onSubmit={resource.submit}>
      <Stack gap="lg">
        <ShiftFields form={resource.form} />
        {shift.series_id !== null && <ScopeChoice value={scope} onChange={setScope} />}
      </Stack>
      <SaveRow resource={resource} shownFields={shownFields}>
        <ButtonLink {...toRoster} variant="default">
          {words('cancel')}
        </ButtonLink>
      </SaveRow>
    </form>
  );
}
