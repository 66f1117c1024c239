import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizations } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { plusDays } from '../../time/calendar.ts';
import { useToday } from '../../time/hooks.ts';
import { notify } from '../../ui/notify.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { ResourceDialog, type ResourceDialogProps, useResourceForm } from '../../ui/resource-form.tsx';

const shownFields = ['program_id', 'mission_id', 'day', 'minutes', 'note'];
const staleAfterReport = [['/api/v1/me/hours/reports'], ['/api/v1/organizations/{id}/hours/reports']];
/** As far back as the API takes them. */
const oldestDays = 366;
/** Of one day. */
const mostMinutes = 24 * 60;

interface Values {
  organization: string;
  program_id: string;
  mission_id: string;
  day: string;
  hours: number | '';
  minutes: number | '';
  note: string;
}

interface ReportDialogProps {
  /** To be changed; without it, a new one. */
  readonly report?: Schemas['HourReport'];
  readonly close: () => void;
}

export default function ReportDialog({ report, close }: ReportDialogProps) {
  return report === undefined ? <NewReport close={close} /> : <ChangedReport report={report} close={close} />;
}

/** The organizations whose members can report hours. */
function useReportable() {
  return useOrganizations().memberships.filter(({ allow_hour_reports }) => allow_hour_reports);
}

function NewReport({ close }: Pick<ReportDialogProps, 'close'>) {
  const t = useTranslations('hours.reports');
  const { current } = useOrganizations();
  const reportable = useReportable();
  const first = reportable.find(({ id }) => id === current?.id) ?? reportable[0];
  const resource = useResourceForm({
    values: {
      organization: String(first?.id ?? ''),
      program_id: '',
      mission_id: '',
      day: useToday(first?.time_zone ?? 'UTC'),
      hours: '' as const,
      minutes: '' as const,
      note: '',
    } as Values,
    validate: useTimeRules(),
    save: useApiMutation('post', '/api/v1/me/hours/reports', {
      invalidates: staleAfterReport,
      onSuccess: () => {
        void notify.success(t('sent'));
        close();
      },
    }),
    changeOf: (values) => ({ body: bodyOf(values) }),
  });
  return <Fields resource={resource} title={t('report')} submitLabel={t('send')} close={close} />;
}

function ChangedReport({ report, close }: Required<ReportDialogProps>) {
  const t = useTranslations('hours.reports');
  const words = useTranslations('common.action');
  const resource = useResourceForm({
    values: {
      organization: String(report.organization_id),
      program_id: String(report.program_id),
      mission_id: String(report.mission_id),
      day: report.day,
      hours: Math.floor(report.minutes / 60),
      minutes: report.minutes % 60,
      note: report.note,
    } as Values,
    validate: useTimeRules(),
    save: useApiMutation('patch', '/api/v1/me/hours/reports/{id}', {
      invalidates: staleAfterReport,
      onSuccess: close,
    }),
    changeOf: (values) => ({
      path: { id: report.id },
      body: { ...bodyOf(values), version: report.version },
    }),
  });
  return (
    <Fields resource={resource} title={t('change')} submitLabel={words('save')} close={close} isChange />
  );
}

/** 1.5 hours and 90 minutes are 180. */
const minutesOf = ({ hours, minutes }: Pick<Values, 'hours' | 'minutes'>) =>
  Math.round(Number(hours) * 60) + Number(minutes);

/** Both fields are one time, which is neither nothing nor longer than a day. */
function useTimeRules() {
  const t = useTranslations('hours.reports');
  return {
    hours: (_: unknown, values: Values) => (minutesOf(values) < 1 ? t('tooShort') : null),
    minutes: (_: unknown, values: Values) => (minutesOf(values) > mostMinutes ? t('tooLong') : null),
  };
}

function bodyOf({ program_id, mission_id, day, hours, minutes, note }: Values) {
  return {
    program_id: Number(program_id),
    ...(mission_id !== '' && { mission_id: Number(mission_id) }),
    day,
    minutes: minutesOf({ hours, minutes }),
    note: note.trim(),
  };
}

function Fields({
  isChange = false,
  ...props
}: ResourceDialogProps<Values> & { readonly isChange?: boolean }) {
  const t = useTranslations('hours.reports');
  const { form } = props.resource;
  const reportable = useReportable();
  const { organization } = form.values;
  const { memberships } = useOrganizations();
  const zone = memberships.find(({ id }) => String(id) === organization)?.time_zone ?? 'UTC';
  const today = useToday(zone);
  const query = { query: { organization_id: Number(organization), limit: 200 } };
  const programs = useQuery(apiQuery('/api/v1/programs', query)).data?.items ?? [];
  const missions = useQuery(apiQuery('/api/v1/missions', query)).data?.items ?? [];
  const chosen = programs.find(({ id }) => String(id) === form.values.program_id);
  const choose = (program_id: string) => {
    const program = programs.find(({ id }) => String(id) === program_id);
    form.setValues({ program_id, mission_id: String(program?.default_mission_id ?? '') });
    form.clearFieldError('program_id');
  };
  return (
    <ResourceDialog {...props} shownFields={shownFields}>
      <Text>{t('text')}</Text>
      {!isChange && reportable.length > 1 && (
        <NativeSelect
          label={t('organization')}
          data={reportable.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={organization}
          onChange={({ currentTarget }) =>
            form.setValues({ organization: currentTarget.value, program_id: '', mission_id: '' })
          }
        />
      )}
      <NativeSelect
        label={t('program')}
        required
        data={[
          { value: '', label: t('choose') },
          ...programs.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('program_id')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {chosen !== undefined && missions.length > 1 && (
        <NativeSelect
          label={t('mission')}
          data={missions.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('mission_id')}
        />
      )}
      <TextInput
        type="date"
        label={t('day')}
        required
        min={plusDays(today, -oldestDays)}
        max={today}
        {...form.getInputProps('day')}
      />
      <SimpleGrid cols={2}>
        <NumberInput label={t('hours')} min={0} max={24} {...form.getInputProps('hours')} />
        <NumberInput
          label={t('minutes')}
          min={0}
          max={mostMinutes}
          allowDecimal={false}
          {...form.getInputProps('minutes')}
        />
      </SimpleGrid>
      <Textarea label={t('note')} maxLength={1_000} autosize minRows={2} {...form.getInputProps('note')} />
    </ResourceDialog>
  );
}
