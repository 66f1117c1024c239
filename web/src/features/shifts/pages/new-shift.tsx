import { Button, Group, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { onForget, session } from '../../../api/session.ts';
import { usePrograms } from '../../../api/use-choices.ts';
import { dropStored, readStored, writeStored } from '../../../browser/storage.ts';
import { deviceZone, isDay } from '../../../time/calendar.ts';
import { fieldErrorsOf } from '../../../ui/field-names.ts';
import { safeNext } from '../../../ui/next.ts';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { createBody, emptyDraft, fieldOf, type ShiftDraft, shownFields } from '../shift-form/draft.ts';
import { Part, type ShiftForm } from '../shift-form/part.tsx';
import { ProgramField } from '../shift-form/program-fields.tsx';
import { RepetitionFields } from '../shift-form/repetition-fields.tsx';
import { ShiftFields } from '../shift-form/shift-fields.tsx';
import { TemplateField } from '../templates/template-field.tsx';

const route = getRouteApi('/manage/shifts/new');

export function NewShiftPage() {
  const organizationId = useOrganizationId();
  // Another organization, another draft.
  return <NewShift key={organizationId} organizationId={organizationId} />;
}

function NewShift({ organizationId }: { readonly organizationId: number }) {
  const t = useTranslations('manageShifts.form');
  const zone = useMembership().organization?.time_zone ?? deviceZone;
  const [fresh] = useState(() => emptyDraft(zone, Date.now()));
  // What someone chose in the schedule goes before what was typed earlier.
  const { next, ...given } = route.useSearch();
  const chosen = chosenIn(given);
  const [kept, setKept] = useState(() => ({ ...readKept(organizationId), ...chosen }));
  const form = useForm<ShiftDraft>({ initialValues: { ...fresh, ...kept } });
  useKept(organizationId, form);
  useUnsaved(form.isDirty(), { isKept: true });
  const isKept = Object.keys(kept).length > Object.keys(chosen).length;
  const startAfresh = () => {
    forgetKept(organizationId);
    setKept({});
    form.setInitialValues(fresh);
    form.setValues(fresh);
  };
  return (
    <Page
      title={t('newTitle')}
      lead={t('newLead')}
      actions={
        isKept && (
          <Button variant="subtle" onClick={startAfresh}>
            {t('startOver')}
          </Button>
        )
      }
    >
      <CreateForm form={form} organizationId={organizationId} next={next} />
    </Page>
  );
}

interface CreateFormProps {
  readonly form: ShiftForm;
  readonly organizationId: number;
  /** The schedule in which the time was chosen. */
  readonly next: string | undefined;
}

function CreateForm({ form, organizationId, next }: CreateFormProps) {
  const t = useTranslations('manageShifts.form');
  const navigate = useNavigate();
  const programs = usePrograms().data?.items ?? [];
  const [only] = programs;
  const chosen = form.values.program_id || (programs.length === 1 && only ? String(only.id) : '');
  const create = useApiMutation('post', '/api/v1/shifts', {
    invalidates: [['/api/v1/shifts'], ['/api/v1/shifts/calendar'], ['/api/v1/organizations/{id}/setup']],
    onSuccess: ({ id, shift_ids }) => {
      forgetKept(organizationId);
      notify.success(t('created', { count: shift_ids?.length ?? 1 }));
      const href = next === undefined ? `/manage/shifts/${id}` : scheduleAt(next, form.getValues().date);
      void navigate({ href, ignoreBlocker: true });
    },
  });
  const submit = (values: ShiftDraft) => {
    if (chosen === '') {
      form.setFieldError('program_id', t('programNeeded'));
      form.getInputNode('program_id')?.focus();
      return;
    }
    create.mutate(
      { body: createBody({ ...values, program_id: chosen }) },
      { onError: (error) => form.setErrors(fieldErrorsOf(error, fieldOf)) },
    );
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg">
        <TemplateField form={form} organizationId={organizationId} />
        <ShiftFields form={form} program={<ProgramField form={form} chosen={chosen} />} />
        <RepetitionFields form={form} />
        <Part legend={t('status')}>
          <Radio.Group aria-label={t('status')} {...form.getInputProps('status')}>
            <Stack>
              <Radio size="md" value="published" label={t('publish')} description={t('publishHint')} />
              <Radio size="md" value="draft" label={t('draft')} description={t('draftHint')} />
            </Stack>
          </Radio.Group>
        </Part>
        <Problem error={create.error} shownFields={shownFields} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t(form.values.repetition.every === 'never' ? 'create' : 'createSeries')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The schedule from which someone came, on the day that was chosen in the end. */
function scheduleAt(next: string, day: string): string {
  const { pathname, searchParams } = new URL(safeNext(next), location.origin);
  searchParams.set('day', day);
  return `${pathname}?${searchParams}`;
}

interface Chosen {
  readonly date?: string;
  readonly start?: string;
  readonly end?: string;
  readonly end_date?: string;
  readonly program?: string;
  readonly location?: string;
  readonly role?: string;
}

/** What a schedule gives along, as far as it makes sense: the time, and the program, place or role. */
function chosenIn({ date, start, end, end_date, program, location, role }: Chosen): Partial<ShiftDraft> {
  const isClock = (text: string | undefined) => text !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
  return {
    ...(isDay(date) && { date, end_date: isDay(end_date) ? end_date : '' }),
    ...(isClock(start) && isClock(end) && { start, end }),
    ...(program !== undefined && /^\d{1,15}$/.test(program) && { program_id: program }),
    ...(location !== undefined && { location: location.slice(0, 500) }),
    ...(role !== undefined && {
      roles: [{ key: '', name: role.slice(0, 200), capacity: '' as const, minimum: '' as const }],
    }),
  };
}

const prefix = 'muster.new-shift';
const keyOf = (organizationId: number) => `${prefix}.${session.person() ?? 0}.${organizationId}`;

onForget(() => dropStored(prefix, 'sessionStorage'));

/** What this person typed on this tab for this organization and did not send: a reload or a wrong click loses nothing. */
function readKept(organizationId: number): Partial<ShiftDraft> {
  try {
    return JSON.parse(readStored(keyOf(organizationId), 'sessionStorage') ?? '{}') as Partial<ShiftDraft>;
  } catch {
    return {};
  }
}

function forgetKept(organizationId: number): void {
  writeStored(keyOf(organizationId), null, 'sessionStorage');
}

function useKept(organizationId: number, form: ShiftForm): void {
  const { values } = form;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (isDirty) writeStored(keyOf(organizationId), JSON.stringify(values), 'sessionStorage');
  }, [organizationId, values, isDirty]);
}
