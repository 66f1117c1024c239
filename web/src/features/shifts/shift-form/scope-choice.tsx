import { Radio, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';

export type Scope = 'this' | 'following' | 'all';
export const scopes: readonly Scope[] = ['this', 'following', 'all'];

interface ScopeChoiceProps {
  readonly value: Scope;
  readonly onChange: (scope: Scope) => void;
}

/** Which shifts of a series something is about. */
export function ScopeChoice({ value, onChange }: ScopeChoiceProps) {
  const t = useTranslations('manageShifts.scope');
  return (
    <Radio.Group size="md" label={t('label')} value={value} onChange={(next) => onChange(next as Scope)}>
      <Stack mt="xs" gap="sm">
        {scopes.map((scope) => (
          <Radio key={scope} size="md" value={scope} label={t(scope)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
