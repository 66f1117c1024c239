import { ActionIcon, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldError } from '../../api/problem.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { FormAnswers } from './form-answers.tsx';
import classes from './form-inputs.module.css';
import {
  BooleanField,
  ChoiceField,
  ChoicesField,
  type InputProps,
  NumberField,
  TextField,
  TextsField,
} from './form-inputs.tsx';
import { answerTo, isObject, type Json } from './form-match.ts';
import {
  canShow,
  isOpen,
  itemsOf,
  kindOf,
  namesOf,
  type ShownField,
  titleOf,
  visibleFields,
} from './form-shape.ts';
import { JsonField, OthersField } from './json-field.tsx';

interface FormFieldsProps {
  /** JSON Schema 2020-12 of the answers. */
  readonly schema: Json;
  /** `order`: names of fields; `widgets`: textarea, text, radio, select, checkbox, by field (`address.street`). */
  readonly ui?: Json;
  readonly value: Json;
  readonly onChange: (value: Record<string, unknown>) => void;
  /** The `errors` of the API's refusal, with paths below `answers`. */
  readonly errors?: readonly FieldError[];
  /** Shows the answers as text. */
  readonly readOnly?: boolean;
}

const none: readonly FieldError[] = [];
const deepest = 12;
/** Levels of fields that are shown before someone asks for them. */
const mostUnasked = 3;

/** The fields of a form for the answers so far. The areas `forms` and `common` of the texts have to be loaded. */
export function FormFields({
  schema,
  ui = {},
  value,
  onChange,
  errors = none,
  readOnly = false,
}: FormFieldsProps) {
  const order = Array.isArray(ui['order']) ? ui['order'] : [];
  if (readOnly) return <FormAnswers schema={schema} root={schema} value={value} order={order} />;
  const widgets = isObject(ui['widgets']) ? ui['widgets'] : {};
  return (
    <Stack gap="lg">
      <Fields
        place={{ root: schema, widgets, errors, path: [] }}
        schema={schema}
        order={order}
        value={value}
        onChange={onChange}
      />
    </Stack>
  );
}

interface Place {
  readonly root: Json;
  readonly widgets: Json;
  readonly errors: readonly FieldError[];
  readonly path: readonly string[];
}

interface FieldsProps {
  readonly place: Place;
  readonly schema: Json;
  readonly order?: readonly unknown[];
  /** What these fields are called together. */
  readonly label?: string;
  readonly value: Json;
  readonly onChange: (value: Record<string, unknown>) => void;
}

function Fields({ place, schema, order = [], label, value, onChange }: FieldsProps) {
  const fields = visibleFields(schema, value, place.root, order);
  return (
    <>
      {fields.map((field) => (
        <Field
          key={field.name}
          place={{ ...place, path: [...place.path, field.name] }}
          field={field}
          value={answerTo(field.name, value)}
          onChange={(answer) => onChange(without({ ...value, [field.name]: answer }))}
        />
      ))}
      {isOpen(schema, place.root) && (
        <OthersField
          known={namesOf(schema, place.root)}
          label={fields.length === 0 ? label : undefined}
          at={['answers', ...place.path].join('.')}
          errors={place.errors}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

const without = (answers: Json): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));

interface FieldProps {
  readonly place: Place;
  readonly field: ShownField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const inputs = {
  text: TextField,
  number: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  choices: ChoicesField,
  texts: TextsField,
} as const;

function Field({ place, field, value, onChange }: FieldProps) {
  const errorText = useErrorText();
  const { schema } = field;
  const asked = kindOf(schema, place.root);
  // Answers that were given elsewhere stay, whatever they are.
  const [startsAsJson] = useState(!canShow(asked, value));
  const kind = startsAsJson || place.path.length > deepest ? 'json' : asked;
  const at = ['answers', ...place.path].join('.');
  const error = place.errors.find(
    ({ path }) => path === at || (kind !== 'object' && kind !== 'objects' && path.startsWith(`${at}.`)),
  );
  const description = schema['description'];
  const shared: InputProps['shared'] = {
    label: titleOf(field),
    required: field.isRequired,
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(error !== undefined && {
      // Somewhere inside of what was written: the place helps.
      error:
        kind === 'json' && error.path !== at
          ? `${error.path.slice(at.length + 1)}: ${error.message}`
          : errorText(error, schema),
    }),
  };
  if (kind === 'object')
    return <Inset place={place} shared={shared} schema={schema} value={value} onChange={onChange} />;
  if (kind === 'objects')
    return <Entries place={place} field={field} shared={shared} value={value} onChange={onChange} />;
  if (kind === 'json') return <JsonField shared={shared} value={value} onChange={onChange} />;
  const widget = place.widgets[place.path.join('.')];
  const Input = inputs[kind];
  return (
    <Input
      field={field}
      root={place.root}
      shared={shared}
      widget={typeof widget === 'string' ? widget : undefined}
      value={value}
      onChange={onChange}
    />
  );
}

interface InsetProps extends Omit<FieldProps, 'field'> {
  readonly shared: Pick<InputProps['shared'], 'label' | 'description' | 'error'>;
  readonly schema: Json;
}

/** Fields that belong together. */
function Inset({ place, shared, schema, value, onChange }: InsetProps) {
  const t = useTranslations('forms.fields');
  const answers = isObject(value) ? value : {};
  // A form that refers to itself has fields inside fields without end: they appear one by one.
  if (place.path.length > mostUnasked && value === undefined)
    return (
      <Fieldset legend={shared.label} className={classes['inset'] ?? ''}>
        <About shared={shared} />
        <AddButton add={() => onChange({})}>{t('fillIn')}</AddButton>
      </Fieldset>
    );
  return (
    <Fieldset legend={shared.label} className={classes['inset'] ?? ''}>
      <About shared={shared} />
      <Fields
        place={place}
        schema={schema}
        label={shared.label}
        value={answers}
        onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
      />
    </Fieldset>
  );
}

function About({ shared }: Pick<InsetProps, 'shared'>) {
  return (
    <>
      {shared.description !== undefined && <Text c="dimmed">{shared.description}</Text>}
      {shared.error !== undefined && <Text c="var(--mantine-color-error)">{shared.error}</Text>}
    </>
  );
}

/** A list of anything that is more than a text: one entry below the other. */
function Entries({ place, field, shared, value, onChange }: FieldProps & Pick<InsetProps, 'shared'>) {
  const t = useTranslations('forms.fields');
  const entries = Array.isArray(value) ? value : [];
  const change = (next: readonly unknown[]) => onChange(next.length === 0 ? undefined : next);
  const schema = itemsOf(field.schema, place.root);
  return (
    <Fieldset legend={shared.label} className={classes['inset'] ?? ''}>
      <About shared={shared} />
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
        <Group key={index} align="flex-end" wrap="nowrap">
          <div style={{ flex: 1 }}>
            <Field
              place={{ ...place, path: [...place.path, String(index)] }}
              field={{
                name: '',
                schema: { title: t('item', { number: index + 1 }), ...schema },
                isRequired: true,
              }}
              value={entry}
              onChange={(next) => change(entries.with(index, next ?? emptyOf(schema, place.root)))}
            />
          </div>
          <ActionIcon
            variant="subtle"
            aria-label={t('remove', { number: index + 1 })}
            onClick={() => change(entries.toSpliced(index, 1))}
          >
            <IconTrash aria-hidden size={20} />
          </ActionIcon>
        </Group>
      ))}
      <AddButton add={() => change([...entries, emptyOf(schema, place.root)])}>{t('add')}</AddButton>
    </Fieldset>
  );
}

function emptyOf(schema: Json, root: Json): unknown {
  const kind = kindOf(schema, root);
  if (kind === 'objects' || kind === 'texts' || kind === 'choices') return [];
  return kind === 'object' ? {} : kind === 'text' ? '' : null;
}

/** Where the limit of a rule is in the schema of the field. */
const limits = {
  min_length: 'minLength',
  max_length: 'maxLength',
  minimum: 'minimum',
  maximum: 'maximum',
  min_items: 'minItems',
  max_items: 'maxItems',
} as const;
const formats = { date: 'date', time: 'time', 'date-time': 'time', email: 'email', uri: 'uri' } as const;
const plain = ['const', 'type', 'enum', 'pattern', 'unique_items', 'format'] as const;

/** What is wrong with a field in the reader's language; the API's own words where there are no better ones. */
function useErrorText(): (error: FieldError, schema: Json) => string {
  const t = useTranslations('forms.fields.fault');
  return ({ code, message }, schema) => {
    if (code === 'required' || code === 'dependent_required') return t('required');
    if (code === 'min_length' && schema['minLength'] === 1) return t('required');
    const limited = Object.keys(limits).find((one) => one === code) as keyof typeof limits | undefined;
    const limit = limited && schema[limits[limited]];
    if (limited !== undefined && typeof limit === 'number') return t(limited, { limit });
    const format = String(schema['format']);
    if (code === 'format' && Object.hasOwn(formats, format))
      return t(formats[format as keyof typeof formats]);
    const known = plain.find((one) => one === code);
    return known === undefined ? message : t(known);
  };
}
