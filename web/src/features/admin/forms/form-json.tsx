import { Alert, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isObject, type Json } from '../../forms/form-match.ts';

interface FormJsonProps {
  readonly schema: Json;
  readonly ui: Json;
  readonly onChange: (form: { schema: Json; ui: Json }) => void;
  readonly setBroken: (part: string, isBroken: boolean) => void;
  /** The form holds more than a list of questions can show. */
  readonly isOnlyWay: boolean;
}

export function FormJson({ schema, ui, onChange, setBroken, isOnlyWay }: FormJsonProps) {
  const t = useTranslations('manageForms');
  return (
    <>
      {isOnlyWay && <Alert color="clay">{t('jsonOnly')}</Alert>}
      <JsonText
        label={t('schema')}
        value={schema}
        onChange={(next) => onChange({ schema: next, ui })}
        setBroken={(is) => setBroken('schema', is)}
        rows={14}
      />
      <JsonText
        label={t('ui')}
        value={ui}
        onChange={(next) => onChange({ schema, ui: next })}
        setBroken={(is) => setBroken('ui', is)}
        rows={4}
      />
    </>
  );
}

interface JsonTextProps {
  readonly label: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly setBroken: (isBroken: boolean) => void;
  readonly rows: number;
}

function JsonText({ label, value, onChange, setBroken, rows }: JsonTextProps) {
  const t = useTranslations('manageForms');
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string>();
  const read = (next: string) => {
    setText(next);
    const parsed = parse(next);
    setFault(typeof parsed === 'string' ? parsed : undefined);
    setBroken(typeof parsed === 'string');
    if (typeof parsed !== 'string') onChange(parsed);
  };
  return (
    <Textarea
      label={label}
      autosize
      minRows={rows}
      maxRows={30}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.875rem' } }}
      value={text}
      error={fault === undefined ? undefined : t('badJson', { reason: fault })}
      onChange={({ currentTarget }) => read(currentTarget.value)}
    />
  );
}

/** The object, or why there is none. */
function parse(text: string): Json | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : '{ … }';
  } catch (error) {
    return (error as Error).message;
  }
}
