import { NumberInput, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { ZonePicker } from '../../../ui/zone-picker.tsx';
import { MissionField } from '../../programs/program-fields.tsx';
import { minutesOf, type ShiftDraft } from './draft.ts';
import { Part } from './part.tsx';
import { RoleFields } from './role-fields.tsx';
import { WaitlistFields } from './waitlist-fields.tsx';

export type ShiftForm = UseFormReturnType<ShiftDraft>;

interface ShiftFieldsProps {
  readonly form: ShiftForm;
  /** Only a new shift chooses its program. */
  readonly program?: ReactNode;
}

/** What a new shift and one that is changed have in common. */
export function ShiftFields({ form, program }: ShiftFieldsProps) {
  const t = useTranslations('manageShifts.form');
  return (
    <Stack gap="lg">
      <Part legend={t('what')}>
        {program}
        <MissionField form={form} />
        <TextInput
          label={t('title')}
          description={t('titleHint')}
          maxLength={200}
          {...form.getInputProps('title')}
        />
        <TextInput label={t('location')} maxLength={500} {...form.getInputProps('location')} />
        <Textarea
          label={t('description')}
          autosize
          minRows={3}
          maxLength={10_000}
          {...form.getInputProps('description')}
        />
      </Part>
      <WhenFields form={form} />
      <Part legend={t('seats')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label={t('capacity')}
            description={t('capacityHint')}
            min={1}
            max={100_000}
            allowDecimal={false}
            {...form.getInputProps('capacity')}
          />
          <WaitlistFields form={form} />
        </SimpleGrid>
        <RoleFields form={form} />
        <Switch
          label={t('approval')}
          description={t('approvalHint')}
          {...form.getInputProps('requires_approval', { type: 'checkbox' })}
        />
      </Part>
    </Stack>
  );
}

function WhenFields({ form }: { readonly form: ShiftForm }) {
  const t = useTranslations('manageShifts.form');
  const times = useTimes();
  const minutes = minutesOf(form.values);
  const { time_zone: zone, end, start, end_date } = form.values;
  return (
    <Part legend={t('when')}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput type="date" label={t('date')} required {...form.getInputProps('date')} />
        <TextInput type="time" label={t('start')} required {...form.getInputProps('start')} />
        <TextInput type="time" label={t('end')} required {...form.getInputProps('end')} />
      </SimpleGrid>
      <Text role="status" c="dimmed" size="sm" mt={-8}>
        {minutes === undefined
          ? t('noLength')
          : t(end_date === '' && end <= start ? 'lengthOvernight' : 'length', {
              hours: times.hours(minutes),
            })}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label={t('endDate')}
          description={t('endDateHint')}
          {...form.getInputProps('end_date')}
        />
        <ZonePicker
          label={t('zone')}
          description={zone === deviceZone ? t('zoneSame') : t('zoneOther', { zone: deviceZone })}
          {...form.getInputProps('time_zone')}
        />
      </SimpleGrid>
    </Part>
  );
}
