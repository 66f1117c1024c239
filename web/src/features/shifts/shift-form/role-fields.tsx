import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { excessOf } from './draft.ts';
import type { ShiftForm } from './shift-fields.tsx';

export function RoleFields({ form }: { readonly form: ShiftForm }) {
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
        <Group key={role.id ?? `new-${index}`} align="flex-start" wrap="nowrap" gap="xs">
          <TextInput
            aria-label={t('roleName', { number: index + 1 })}
            placeholder={t('roleNameHint')}
            required
            maxLength={200}
            flex={1}
            {...form.getInputProps(`roles.${index}.name`)}
          />
          <NumberInput
            aria-label={t('roleSeats', { number: index + 1 })}
            placeholder={t('roleSeatsHint')}
            min={1}
            max={100_000}
            allowDecimal={false}
            w="7.5rem"
            {...form.getInputProps(`roles.${index}.capacity`)}
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
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => form.insertListItem('roles', { key: '', name: '', capacity: '' })}
        >
          {t('addRole')}
        </Button>
      )}
    </Stack>
  );
}
