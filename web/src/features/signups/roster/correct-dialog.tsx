import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { refreshShifts, useApiMutation } from '../../../api/mutation.ts';
import { clockOf, instantOf } from '../../../time/calendar.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { ResourceDialog, useResourceForm } from '../../../ui/resource-form.tsx';
import { useRosterActions } from './actions.ts';
import type { RosterPerson } from './use-roster.ts';

/** Fields with their own input. */
const shownFields = ['checked_in_at', 'checked_out_at', 'minutes', 'note', 'reason'];
const statuses = ['expected', 'checked_in', 'checked_out', 'no_show'] as const;
const isPresent = (status: string) => status === 'checked_in' || status === 'checked_out';

interface CorrectDialogProps {
  readonly person: RosterPerson;
  readonly close: () => void;
}

/** Corrects when a person came and left, in the shift's time zone. */
export function CorrectDialog({ person, close }: CorrectDialogProps) {
  const t = useTranslations('manageSignups.attendance');
  const words = useTranslations('common.action');
  const { shift } = useRosterActions();
  const record = person.attendance;
  const local = (at: string | null | undefined, otherwise: string) => {
    const { date, time } = clockOf(at ?? otherwise, shift.time_zone);
    return `${date}T${time}`;
  };
  const instant = (text: string) => {
    const [date = '', time = ''] = text.split('T');
    return instantOf({ date, time: time.slice(0, 5) }, shift.time_zone);
  };
  const resource = useResourceForm({
    values: {
      status: record?.status ?? 'expected',
      checked_in_at: local(record?.checked_in_at, shift.start_time),
      checked_out_at: local(record?.checked_out_at, shift.end_time),
      minutes: '' as number | '',
      note: record?.note ?? '',
      reason: '',
    },
    save: useApiMutation('patch', '/api/v1/attendance/{id}', {
      onSuccess: () => {
        void refreshShifts();
        close();
      },
    }),
    changeOf: ({ status, minutes, ...values }) => ({
      path: { id: person.id },
      body: {
        status,
        ...(isPresent(status) && { checked_in_at: instant(values.checked_in_at) }),
        ...(status === 'checked_out' && { checked_out_at: instant(values.checked_out_at) }),
        ...(status === 'checked_out' && minutes !== '' && { minutes }),
        note: values.note.trim() || null,
        ...(values.reason.trim() !== '' && { reason: values.reason.trim() }),
      },
    }),
  });
  const { form } = resource;
  const { status } = form.values;
  const isIn = isPresent(status);
  return (
    <ResourceDialog
      resource={resource}
      title={t('correctTitle', { name: person.user_name })}
      submitLabel={words('save')}
      shownFields={shownFields}
      // Two dates with times beside each other, in any language.
      size="lg"
      close={close}
    >
      <NativeSelect
        label={t('status')}
        data={statuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        {...form.getInputProps('status')}
      />
      {isIn && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="datetime-local"
            label={t('came')}
            required
            {...form.getInputProps('checked_in_at')}
          />
          {status === 'checked_out' && (
            <TextInput
              type="datetime-local"
              label={t('left')}
              required
              {...form.getInputProps('checked_out_at')}
            />
          )}
        </SimpleGrid>
      )}
      {isIn && (
        <Text size="sm" c="dimmed">
          {t('zone', { zone: shift.time_zone })}
        </Text>
      )}
      {status === 'checked_out' && (
        <NumberInput
          label={t('minutes')}
          description={t('minutesHint')}
          min={0}
          allowDecimal={false}
          {...form.getInputProps('minutes')}
        />
      )}
      <Textarea label={t('note')} maxLength={1_000} {...form.getInputProps('note')} />
      <TextInput label={t('reason')} maxLength={1_000} {...form.getInputProps('reason')} />
    </ResourceDialog>
  );
}
