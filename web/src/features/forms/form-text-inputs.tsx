import { NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { deviceZone, localInstant, localText, offsetOf } from '../../time/calendar.ts';
import { wallClock } from './answer-text.ts';
import type { InputProps } from './form-inputs.tsx';

const longTextLength = 300;
const types: Readonly<Record<string, string>> = { date: 'date', email: 'email', uri: 'url', time: 'time' };

export function TextField({ field, shared, widget, value, onChange }: InputProps) {
  const { schema } = field;
  const format = String(schema['format'] ?? '');
  const text = typeof value === 'string' ? value : '';
  const change = (next: string) => onChange(next === '' ? undefined : next);
  if (format === 'time') {
    // The format demands an offset, which a clock on a wall does not have: it is that of the person who answers.
    return (
      <TextInput
        {...shared}
        type="time"
        value={text.slice(0, 5)}
        onChange={({ currentTarget }) =>
          change(currentTarget.value && `${currentTarget.value}:00${offsetOf(Date.now(), deviceZone)}`)
        }
      />
    );
  }
  if (format === 'date-time') {
    return (
      <TextInput
        {...shared}
        type="datetime-local"
        value={localMinutes(text)}
        onChange={({ currentTarget: { value: next } }) =>
          change(next && `${next}:00${offsetOf(localInstant(next) || Date.now(), deviceZone)}`)
        }
      />
    );
  }
  const isLong = widget === 'textarea' || (format === '' && Number(schema['maxLength']) > longTextLength);
  if (isLong && widget !== 'text') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={types[format] ?? 'text'}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

/** `datetime-local` speaks of a clock without a zone. */
function localMinutes(instant: string): string {
  const wall = wallClock(instant);
  if (wall?.isLocal) return wall.text;
  return wall === undefined ? '' : localText(instant);
}

export function NumberField({ field, shared, value, onChange }: InputProps) {
  const { minimum, maximum, multipleOf, type } = field.schema;
  return (
    <NumberInput
      {...shared}
      allowDecimal={type !== 'integer'}
      clampBehavior="none"
      hideControls
      inputMode={type === 'integer' ? 'numeric' : 'decimal'}
      {...(typeof minimum === 'number' && { min: minimum })}
      {...(typeof maximum === 'number' && { max: maximum })}
      {...(typeof multipleOf === 'number' && { step: multipleOf })}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
}

export function TextsField({ field, shared, value, onChange }: InputProps) {
  const t = useTranslations('forms.fields');
  const { maxItems, uniqueItems } = field.schema;
  const texts = Array.isArray(value) ? value.map(String) : [];
  return (
    <TagsInput
      {...shared}
      size="md"
      description={shared.description ?? t('tagsHint')}
      allowDuplicates={uniqueItems !== true}
      {...(typeof maxItems === 'number' && { maxTags: maxItems })}
      value={texts}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    />
  );
}
