import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, sendChange, useApiMutation } from '../../../api/mutation.ts';
import { isDay, weekStart } from '../../../time/calendar.ts';
import { useFirstWeekday, useTimes } from '../../../time/hooks.ts';
import { Dialog, LoadedDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ManageTemplate } from './manage-template.tsx';
import { PreviewLists } from './preview-list.tsx';
import { useTemplates } from './shift-templates.ts';

interface UseTemplateProps {
  readonly organizationId: number;
  /** A day of the week to begin with. */
  readonly day: string;
  /** Shows the week of what was created. */
  readonly show: (day: string) => void;
  readonly close: () => void;
}

type Template = Schemas['ShiftTemplateSummary'];
type Applied = Schemas['AppliedShiftTemplate'];

/** Creates the shifts of a template, after a look at what they will be. */
export default function UseTemplate(props: UseTemplateProps) {
  const t = useTranslations('manageShifts.templates');
  const words = useTranslations('common.action');
  const query = useTemplates();
  return (
    <LoadedDialog query={query} close={props.close}>
      {({ items }) => (
        <Dialog title={t('use')} close={props.close} isDirty={false}>
          {items.length === 0 ? (
            <Stack>
              <Text>{t('none')}</Text>
              <Group justify="flex-end">
                <Button autoFocus onClick={props.close}>
                  {words('close')}
                </Button>
              </Group>
            </Stack>
          ) : (
            <Choice {...props} templates={items} />
          )}
        </Dialog>
      )}
    </LoadedDialog>
  );
}

function Choice({
  organizationId,
  day,
  show,
  close,
  templates,
}: UseTemplateProps & { readonly templates: readonly Template[] }) {
  const t = useTranslations('manageShifts.templates');
  const copying = useTranslations('manageShifts.copyWeek');
  const words = useTranslations('common.action');
  const times = useTimes();
  const first = useFirstWeekday();
  const [chosen, setChosen] = useState<number>();
  const template = templates.find(({ id }) => id === chosen) ?? (templates[0] as Template);
  const isWeek = template.kind === 'week';
  const [target, setTarget] = useState(day);
  const [status, setStatus] = useState<'draft' | 'published'>('draft');
  const [isOmitting, setOmitting] = useState(true);
  const date = isDay(target) ? (isWeek ? weekStart(target, first) : target) : undefined;
  const path = { id: organizationId, template_id: template.id };
  const body = { date: date ?? day, status, include_existing: !isOmitting };
  const preview = useQuery({
    queryKey: ['preview', 'template', path, body],
    queryFn: () =>
      sendChange('post', '/api/v1/organizations/{id}/shift-templates/{template_id}/apply', {
        path,
        body: { ...body, dry_run: true },
      }),
    enabled: date !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const apply = useApiMutation('post', '/api/v1/organizations/{id}/shift-templates/{template_id}/apply', {
    onSuccess: ({ done, unchanged }) => {
      // Someone else may have created some of them since.
      const since = unchanged - (preview.data?.unchanged ?? 0);
      notify.success(
        `${t('created', { count: done })} ${since > 0 ? t('thereAlready', { count: since }) : ''}`,
      );
      void refreshShifts();
      show(body.date);
      close();
    },
  });
  return (
    <Stack>
      <NativeSelect
        label={t('template')}
        value={String(template.id)}
        data={templates.map(({ id, name, kind, shift_count: count }) => ({
          value: String(id),
          label: t(kind === 'week' ? 'weekOption' : 'shiftOption', { name, count }),
        }))}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      />
      <ManageTemplate organizationId={organizationId} template={template} />
      <TextInput
        type="date"
        label={t(isWeek ? 'week' : 'day')}
        description={
          isWeek &&
          date !== undefined &&
          copying('targetWeek', { day: times.format('dayYear', `${date}T12:00:00Z`, 'UTC') })
        }
        error={date === undefined && t('dayNeeded')}
        value={target}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
      />
      <NativeSelect
        label={copying('as')}
        value={status}
        data={(['draft', 'published'] as const).map((value) => ({ value, label: copying(value) }))}
        onChange={({ currentTarget }) => setStatus(currentTarget.value as typeof status)}
      />
      <section aria-label={copying('preview')}>
        {preview.data?.warnings.some(({ code }) => code === 'copy_exists') && (
          <Switch
            my="sm"
            label={copying('omit')}
            checked={isOmitting}
            onChange={({ currentTarget }) => setOmitting(currentTarget.checked)}
          />
        )}
        <PreviewLists isKnown={preview.data !== undefined} {...shownOf(preview.data)} />
        <Problem error={preview.error ?? apply.error} />
      </section>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words('cancel')}
        </Button>
        <Button
          loading={apply.isPending}
          disabled={date === undefined || preview.isPlaceholderData || (preview.data?.done ?? 0) === 0}
          onClick={() => apply.mutate({ path, body })}
        >
          {t('create', { count: preview.data?.done ?? 0 })}
        </Button>
      </Group>
    </Stack>
  );
}

/** What is created, and what isn't, each with its notes. */
function shownOf(preview: Applied | undefined) {
  const warnings = Map.groupBy(preview?.warnings ?? [], ({ params }) => Number(params['shift_id']));
  const all = (preview?.items ?? []).map((item) => ({
    ...item,
    // Why it's left out is also a warning.
    notes: [
      ...new Set(
        [...(item.problem?.errors ?? []), ...(warnings.get(item.id) ?? [])].map(({ message }) => message),
      ),
    ],
  }));
  return {
    wanted: all.filter(({ status }) => status === 'done'),
    leftOut: all.filter(({ status }) => status !== 'done'),
  };
}
