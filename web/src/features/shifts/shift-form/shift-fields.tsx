import {
  ActionIcon,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { ZonePicker } from '../../../ui/zone-picker.tsx';
import { clocksOf, excessOf, lengthMinutes } from './draft.ts';
import { Part, type ShiftForm } from './part.tsx';
import { MissionField } from './program-fields.tsx';
import { useTimeNotes } from './time-notes.ts';
import { TimeNotes } from './time-notes-list.tsx';

const mostSpots = 100_000;

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
        <Textarea
          label={t('teamNotes')}
          description={t('teamNotesHint')}
          autosize
          minRows={2}
          maxLength={5_000}
          {...form.getInputProps('team_notes')}
        />
      </Part>
      <WhenFields form={form} isNew={program !== undefined} />
      <Part legend={t('people')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label={t('capacity')}
            description={t('capacityHint')}
            min={1}
            max={mostSpots}
            allowDecimal={false}
            {...form.getInputProps('capacity')}
          />
          <NumberInput
            label={t('minimum')}
            description={t('minimumHint')}
            min={1}
            max={form.values.capacity || mostSpots}
            allowDecimal={false}
            {...form.getInputProps('minimum')}
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

const timeFields = ['date', 'start', 'end', 'end_date', 'time_zone'] as const;

function WhenFields({ form, isNew }: { readonly form: ShiftForm; readonly isNew: boolean }) {
  const t = useTranslations('manageShifts.form');
  const times = useTimes();
  const notes = useTimeNotes();
  const clocks = clocksOf(form.values);
  // Times that stay as they are need no warning.
  const isTold = isNew || timeFields.some((field) => form.isDirty(field));
  const minutes = lengthMinutes(form.values);
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
          : end_date === '' && end <= start
            ? t('lengthOvernight', { hours: times.hours(minutes, 'long') })
            : times.hours(minutes, 'long')}
      </Text>
      <TimeNotes notes={isTold && clocks ? notes.all(clocks.start, clocks.end, zone) : []} />
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

function RoleFields({ form }: { readonly form: ShiftForm }) {
  const t = useTranslations('manageShifts.form');
  const { roles } = form.values;
  const excess = excessOf(form.values);
  return (
    <Stack gap="xs" role="group" aria-label={t('roles')}>
      <Text fw={600}>{t('roles')}</Text>
      <Text size="sm" c="dimmed">
        {t('rolesHint')}
      </Text>
      {roles.map((role, index) => (
        <Group key={role.id ?? `new-${index}`} align="flex-start" gap="xs">
          <TextInput
            aria-label={t('roleName', { number: index + 1 })}
            placeholder={t('roleNameHint')}
            required
            maxLength={200}
            flex="1 1 10rem"
            {...form.getInputProps(`roles.${index}.name`)}
          />
          <NumberInput
            aria-label={t('roleSpots', { number: index + 1 })}
            placeholder={t('roleSpotsHint')}
            min={1}
            max={mostSpots}
            allowDecimal={false}
            w="6rem"
            {...form.getInputProps(`roles.${index}.capacity`)}
          />
          <NumberInput
            aria-label={t('roleMinimum', { number: index + 1 })}
            placeholder={t('roleMinimumHint')}
            min={1}
            max={role.capacity || mostSpots}
            allowDecimal={false}
            w="5.5rem"
            {...form.getInputProps(`roles.${index}.minimum`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('removeRole', { name: role.name || String(index + 1) })}
            onClick={() => form.removeListItem('roles', index)}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {excess !== undefined && (
        <Text size="sm" role="status">
          {t('rolesExceed', excess)}
        </Text>
      )}
      {roles.length < 50 && (
        <AddButton
          style={{ alignSelf: 'flex-start' }}
          add={() => form.insertListItem('roles', { key: '', name: '', capacity: '', minimum: '' })}
        >
          {t('addRole')}
        </AddButton>
      )}
    </Stack>
  );
}

function WaitlistFields({ form }: { readonly form: ShiftForm }) {
  const t = useTranslations('manageShifts.form');
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('waitlist')}
        description={t('waitlistHint')}
        data={(['none', 'some', 'any'] as const).map((value) => ({ value, label: t(`waitlists.${value}`) }))}
        {...form.getInputProps('waitlist')}
      />
      {form.values.waitlist === 'some' && (
        <NumberInput
          label={t('waitlistSpots')}
          min={1}
          max={mostSpots}
          allowDecimal={false}
          required
          {...form.getInputProps('waitlist_capacity')}
        />
      )}
    </Stack>
  );
}
