import { Switch } from '@mantine/core';
import { useTranslations } from 'use-intl';

export function ArchivedSwitch({
  checked,
  onChange,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const t = useTranslations('common');
  return (
    <Switch
      label={t('showArchived')}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
