import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts, useApiMutation } from '../../../api/mutation.ts';
import { msOf } from '../../../time/calendar.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { ResourceDialog, useResourceForm } from '../../../ui/resource-form.tsx';
import { useRosterActions } from './actions.ts';
import { type CorrectionValues, clockText, correctionOf, isPresent } from './correction.ts';
import type { RosterPerson } from './use-roster.ts';

/** Fields with their own input. */
const shownFields = ['checked_in_at', 'checked_out_at', 'minutes', 'note', 'reason'];
const statuses = ['expected', 'checked_in', 'checked_out', 'no_show'] as const;

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
  // What the service takes if no one enters another time.
  const [leaves] = useState(() => Math.min(Date.now(), msOf(shift.end_time)));
  const values: CorrectionValues = {
    status: record?.status ?? 'expected',
    checked_in_at: clockText(record?.checked_in_at ?? shift.start_time, shift.time_zone),
    checked_out_at: clockText(record?.checked_out_at ?? leaves, shift.time_zone),
    minutes: '',
    note: record?.note ?? '',
    reason: '',
  };
  const resource = useResourceForm({
    values,
    save: useApiMutation('patch', '/api/v1/attendance/{id}', {
      onSuccess: () => {
        void refreshShifts();
        close();
      },
    }),
    changeOf: (entered, _isDirty, shown) => ({
      path: { id: person.id },
      body: correctionOf(shown, entered, shift.time_zone),
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
