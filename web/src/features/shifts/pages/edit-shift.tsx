import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { hasCode } from '../../../api/problem.ts';
import { apiQuery, tagOf } from '../../../api/query.ts';
import { useFieldErrors } from '../../../ui/field-errors.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import {
  isWorthShowing,
  OpenSeriesChange,
  type Scope,
  ScopeChoice,
  SeriesProgress,
} from '../series-progress.tsx';
import { changeBody, draftOf, fieldOf, type ShiftDraft, shownFields } from '../shift-form/draft.ts';
import { ShiftFields } from '../shift-form/shift-fields.tsx';

const route = getRouteApi('/manage/shifts/$id/edit');

export function EditShiftPage() {
  const t = useTranslations('manageShifts.form');
  const id = Number(route.useParams().id);
  const [round, setRound] = useState(0);
  const shift = useQuery({ ...apiQuery('/api/v1/shifts/{id}', { path: { id } }), staleTime: 0 });
  const loadNewest = async () => {
    await shift.refetch();
    setRound(round + 1);
  };
  return (
    <Page title={t('editTitle')} lead={shift.data?.title}>
      <Loaded query={shift}>
        {/* The form keeps what it opened with, whatever is read again meanwhile. */}
        {(data) => (
          <>
            {data.series_id !== null && <OpenSeriesChange seriesId={data.series_id} />}
            <ChangeForm key={round} shift={data} loadNewest={loadNewest} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface ChangeFormProps {
  readonly shift: Schemas['Shift'];
  readonly loadNewest: () => Promise<void>;
}

function ChangeForm({ shift, loadNewest }: ChangeFormProps) {
  const t = useTranslations('manageShifts.form');
  const words = useTranslations('common.action');
  const navigate = route.useNavigate();
  const [opened] = useState(() => ({
    draft: draftOf(shift),
    tag: tagOf('/api/v1/shifts/{id}', { path: { id: shift.id } }),
  }));
  const [scope, setScope] = useState<Scope>('this');
  const form = useForm<ShiftDraft>({ initialValues: opened.draft });
  useUnsaved(form.isDirty());
  const toRoster = { to: '/manage/shifts/$id', params: { id: String(shift.id) } } as const;
  const change = useApiMutation('patch', '/api/v1/shifts/{id}', {
    invalidates: [['/api/v1/shifts'], ['/api/v1/shifts/{id}']],
    onSuccess: ({ changed, warnings, operation }) => {
      for (const [code, { length: count }] of Map.groupBy(warnings, (one) => one.code))
        notify.warning(t(code === 'role_overbooked' ? 'roleOverbooked' : 'overbooked', { count }));
      if (isWorthShowing(operation)) return;
      notify.success(t('changed', { count: changed }));
      void navigate({ ...toRoster, ignoreBlocker: true });
    },
  });
  const fieldErrors = useFieldErrors(fieldOf);
  const submit = (values: ShiftDraft) =>
    change.mutate(
      {
        path: { id: shift.id },
        body: { ...changeBody(opened.draft, values), ...(scope !== 'this' && { scope }) },
        ifMatch: opened.tag,
      },
      { onError: (error) => form.setErrors(fieldErrors(error)) },
    );
  const operation = change.data?.operation;
  if (isWorthShowing(operation))
    return (
      <SeriesProgress started={operation} close={() => void navigate({ ...toRoster, ignoreBlocker: true })} />
    );
  if (shift.status === 'cancelled') return <Alert color="clay">{t('cancelledShift')}</Alert>;
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg">
        <ShiftFields form={form} />
        {shift.series_id !== null && <ScopeChoice value={scope} onChange={setScope} />}
        <Problem error={change.error} shownFields={shownFields} />
        <Group justify="flex-end">
          {hasCode(change.error, 'precondition_failed') && (
            <Button variant="light" onClick={() => void loadNewest()}>
              {t('loadNewest')}
            </Button>
          )}
          <ButtonLink {...toRoster} variant="default">
            {words('cancel')}
          </ButtonLink>
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            {words('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
