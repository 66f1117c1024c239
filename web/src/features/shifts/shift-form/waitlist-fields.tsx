import { NativeSelect, NumberInput, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ShiftForm } from './shift-fields.tsx';

export function WaitlistFields({ form }: { readonly form: ShiftForm }) {
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
          label={t('waitlistSeats')}
          min={1}
          max={100_000}
          allowDecimal={false}
          required
          {...form.getInputProps('waitlist_capacity')}
        />
      )}
    </Stack>
  );
}
