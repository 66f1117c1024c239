import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslations } from 'use-intl';

/**
 * Mantine 9.7 doesn't say that a wrong password is invalid, and its button that shows the password has an English label and
 * can't be reached with the keyboard.
 */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('common');
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      visibilityToggleFocusable
    />
  );
}
