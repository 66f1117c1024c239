import { Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** Several of a short list, all of them in sight. */
export function ChooseMany<Value extends string | number>({
  label,
  description,
  options,
  value,
  onChange,
  none,
  error,
}: ChooseManyProps<Value>) {
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={error}
      value={value.map(String)}
      onChange={(texts) =>
        onChange(options.filter((option) => texts.includes(String(option.value))).map((one) => one.value))
      }
    >
      {options.length === 0 && none !== undefined ? (
        <Text c="dimmed" size="sm">
          {none}
        </Text>
      ) : (
        <div className={classes['choices']}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              className={classes['choice'] ?? ''}
              value={String(option.value)}
              label={option.label}
            />
          ))}
        </div>
      )}
    </Checkbox.Group>
  );
}
