import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** Mantine's own label for the button that shows the password is English. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('common');
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} />;
}
