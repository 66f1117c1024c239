import { Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './parts.module.css';

interface ChooseManyProps<Value extends string | number> {
  readonly label: string;
  readonly description?: ReactNode;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: readonly Value[];
  readonly onChange: (value: Value[]) => void;
  /** Said where there is nothing to choose. */
  readonly none?: string;
  readonly error?: string | undefined;
}

/** Several of a short list, all of them in sight: also what was chosen once and is archived by now. */
export function ChooseMany<Value extends string | number>({
  label,
  description,
  options,
  value,
  onChange,
  none,
  error,
}: ChooseManyProps<Value>) {
  const t = useTranslations('common');
  const archived = value
    .filter((one) => !options.some((option) => option.value === one))
    .map((one) => ({ value: one, label: t('archivedItem', { id: String(one) }) }));
  const all = [...options, ...archived];
  return (
    <Checkbox.Group
      size="md"
      label={label}
      description={description}
      error={error}
      value={value.map(String)}
      onChange={(texts) =>
        onChange(all.filter((option) => texts.includes(String(option.value))).map((one) => one.value))
      }
    >
      {all.length === 0 && none !== undefined && (
        <Text c="dimmed" size="sm">
          {none}
        </Text>
      )}
      <div className={classes['choices']}>
        {all.map((option, index) => (
          <Checkbox
            key={option.value}
            className={classes['choice'] ?? ''}
            value={String(option.value)}
            label={option.label}
            // The group itself can't have it. It is also where the focus goes.
            aria-invalid={error !== undefined && index === 0}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
