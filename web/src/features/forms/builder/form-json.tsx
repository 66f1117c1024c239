import { Alert, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../form-match.ts';
import { readJson } from './read-json.ts';

interface FormJsonProps {
  readonly schema: Json;
  readonly ui: Json;
  readonly onChange: (form: { schema: Json; ui: Json }) => void;
  readonly setBroken: (part: string, isBroken: boolean) => void;
  /** The form holds more than a list of questions can show. */
  readonly isOnlyEditor: boolean;
}

export function FormJson({ schema, ui, onChange, setBroken, isOnlyEditor }: FormJsonProps) {
  const t = useTranslations('manageForms');
  return (
    <>
      {isOnlyEditor && <Alert color="clay">{t('jsonOnly')}</Alert>}
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
  const reading = readJson(text);
  const read = (next: string) => {
    setText(next);
    const { value: parsed } = readJson(next);
    setBroken(parsed === undefined);
    if (parsed !== undefined) onChange(parsed);
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
      error={'line' in reading ? t('badJson', { line: reading.line ?? 0 }) : undefined}
      onChange={({ currentTarget }) => read(currentTarget.value)}
    />
  );
}
