import { NumberInput as MantineNumberInput, type NumberInputProps as MantineProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { numberFault, numberOf } from './rules.ts';

interface NumberInputProps extends Omit<MantineProps, 'value' | 'onChange' | 'min' | 'max'> {
  readonly value?: number | '';
  readonly onChange?: (value: number | '') => void;
  readonly min?: number;
  readonly max?: number;
  /** Only numbers that are allowed are passed on, for what is worked out from them while someone types. */
  readonly isStrict?: boolean;
}

interface Typed {
  readonly text: string | number;
  /** The value that this text led to. */
  readonly value: number | '';
}

/**
 * Every number that is typed. It stays as it was typed: what isn't allowed gets an error at the field, and its form is
 * not sent.
 */
export function NumberInput(props: NumberInputProps) {
  const { value = '', onChange, isStrict = false, error, onBlur, allowDecimal = true, ...rest } = props;
  const { min, max } = props;
  const t = useTranslations('errors');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>();
  // Half a number is not a wrong one.
  const [isLeft, setLeft] = useState(false);
  const text = typed?.value === value ? typed.text : value;
  const rule = { min, max, isWhole: !allowDecimal };
  const fault = numberFault(text, rule);
  const message = fault === undefined ? '' : t(`number.${fault}`, { min: min ?? 0, max: max ?? 0 });
  useEffect(() => input.current?.setCustomValidity(message), [message]);
  const change = (next: string | number) => {
    const isHeldBack =
      isStrict && (numberFault(next, rule) !== undefined || (props.required === true && next === ''));
    const passedOn = isHeldBack ? value : numberOf(next);
    setTyped({ text: next, value: passedOn });
    if (!isHeldBack) onChange?.(passedOn);
  };
  return (
    <MantineNumberInput
      ref={input}
      {...rest}
      inputMode={rest.inputMode ?? (allowDecimal ? 'decimal' : 'numeric')}
      value={text}
      onChange={change}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      onInvalid={() => setLeft(true)}
      error={error || (isLeft && message)}
    />
  );
}
