import { Checkbox, NativeSelect, Radio, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { deviceZone, localInstant, localText, offsetOf } from '../../time/calendar.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { wallClock } from './answer-text.ts';
import classes from './form-inputs.module.css';
import type { Json } from './form-match.ts';
import { itemsOf, type Option, optionAt, optionsOf, type ShownField } from './form-shape.ts';

export interface InputProps {
  readonly field: ShownField;
  readonly root: Json;
  /** The props of every input: its words, whether it is needed, and what is wrong with it. */
  readonly shared: {
    readonly label: string;
    readonly description?: string;
    readonly required: boolean;
    readonly error?: string;
  };
  readonly widget: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A tick where not ticking says enough; two answers where one of them is asked for. */
export function BooleanField({ field, shared, widget, value, onChange }: InputProps) {
  const t = useTranslations('forms.fields');
  const { label, description, required, error } = shared;
  if (widget !== 'checkbox' && field.schema['const'] === undefined && (required || widget === 'radio')) {
    const options = [
      { value: true, label: t('yes') },
      { value: false, label: t('no') },
    ];
    return <Radios shared={shared} options={options} value={value} onChange={onChange} />;
  }
  return (
    <Checkbox
      className={classes['option'] ?? ''}
      label={
        <>
          {label}
          {required && <span aria-hidden> *</span>}
        </>
      }
      description={description}
      error={error}
      required={required}
      checked={value === true}
      onChange={({ currentTarget: { checked } }) => onChange(checked || (required ? undefined : false))}
    />
  );
}

const mostRadios = 4;

export function ChoiceField({ field, shared, widget, value, onChange }: InputProps) {
  const t = useTranslations('forms.fields');
  const options = optionsOf(field.schema);
  const isSelect = widget === 'select' || (widget !== 'radio' && options.length > mostRadios);
  if (!isSelect) return <Radios shared={shared} options={options} value={value} onChange={onChange} />;
  return (
    <NativeSelect
      {...shared}
      value={indexOf(options, value)}
      data={[
        { value: '', label: t('choose') },
        ...options.map(({ label }, index) => ({ value: String(index), label })),
      ]}
      onChange={({ currentTarget }) => onChange(options[Number(currentTarget.value || -1)]?.value)}
    />
  );
}

interface RadiosProps extends Pick<InputProps, 'shared' | 'value' | 'onChange'> {
  readonly options: readonly Option[];
}

function Radios({ shared, options, value, onChange }: RadiosProps) {
  return (
    <Radio.Group
      {...shared}
      value={indexOf(options, value)}
      onChange={(index) => onChange(options[Number(index)]?.value)}
    >
      <Stack gap={0}>
        {options.map(({ label }, index) => (
          <Radio
            key={label}
            size="md"
            className={classes['option'] ?? ''}
            value={String(index)}
            label={label}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export function ChoicesField({ field, root, shared, value, onChange }: InputProps) {
  const options = optionsOf(itemsOf(field.schema, root));
  const chosen = Array.isArray(value) ? value : [];
  return (
    <Checkbox.Group
      {...shared}
      value={chosen.map((one) => indexOf(options, one))}
      onChange={(indexes) => {
        const next = indexes.map((index) => options[Number(index)]?.value);
        onChange(next.length === 0 ? undefined : next);
      }}
    >
      <Stack gap={0}>
        {options.map(({ label }, index) => (
          <Checkbox key={label} className={classes['option'] ?? ''} value={String(index)} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Options are known by their place: their values need not be texts. */
function indexOf(options: readonly Option[], value: unknown): string {
  const index = optionAt(options, value);
  return index < 0 ? '' : String(index);
}

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
      hideControls
      {...(typeof minimum === 'number' && { min: minimum })}
      {...(typeof maximum === 'number' && { max: maximum })}
      {...(typeof multipleOf === 'number' && { step: multipleOf })}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
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
