import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldError } from '../../api/problem.ts';
import type { InputProps } from './form-inputs.tsx';
import { isObject, type Json, same } from './form-match.ts';
import { othersIn, readWritten, UnfinishedJson, withOthers, writtenOf } from './written-answer.ts';

/** For what no other input can show: a text or a number as it is, anything else as JSON. */
export function JsonField({ shared, value, onChange }: Pick<InputProps, 'shared' | 'value' | 'onChange'>) {
  const t = useTranslations('forms.fields');
  const [typed, setTyped] = useState(() => writtenOf(value));
  // What was typed stays as it was typed, unless another answer has taken its place: the entry above was removed.
  const text = same(withoutEmpty(readWritten(typed)), withoutEmpty(value)) ? typed : writtenOf(value);
  const error = value instanceof UnfinishedJson ? t('fault.json') : shared.error;
  return (
    <Textarea
      {...shared}
      description={shared.description ?? t('jsonHint')}
      autosize
      minRows={2}
      maxRows={20}
      spellCheck={false}
      {...(error !== undefined && { error })}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readWritten(currentTarget.value));
      }}
    />
  );
}

const withoutEmpty = (value: unknown) =>
  isObject(value) && Object.keys(value).length === 0 ? undefined : value;

interface OthersFieldProps {
  /** Names that have a field, shown or not. */
  readonly known: ReadonlySet<string>;
  /** What the field is called where it is the only one. */
  readonly label: string | undefined;
  readonly at: string;
  readonly errors: readonly FieldError[];
  readonly value: Json;
  readonly onChange: (value: Record<string, unknown>) => void;
}

/** Answers whose names the form leaves open. */
export function OthersField({ known, label, at, errors, value, onChange }: OthersFieldProps) {
  const t = useTranslations('forms.fields');
  const found = errors.flatMap(({ path, message }) => {
    const [name] = path.startsWith(`${at}.`) ? path.slice(at.length + 1).split('.') : [];
    return name === undefined || known.has(name) ? [] : [`${name}: ${message}`];
  });
  return (
    <JsonField
      shared={{
        label: label ?? t('others'),
        description: t('othersHint'),
        required: false,
        ...(found[0] !== undefined && { error: found[0] }),
      }}
      value={othersIn(value, known)}
      onChange={(others) => onChange(withOthers(value, known, others))}
    />
  );
}
