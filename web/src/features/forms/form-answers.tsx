import { useFormatter, useTranslations } from 'use-intl';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import { answerText } from './answer-text.ts';
import classes from './form-inputs.module.css';
import { answerTo, isObject, type Json } from './form-match.ts';
import { itemsOf, optionAt, optionsOf, titleOf, visibleFields } from './form-shape.ts';

interface FormAnswersProps {
  readonly schema: Json;
  readonly root: Json;
  readonly value: Json;
  readonly order?: readonly unknown[];
}

/** Answers to read: each question with what was said to it. */
export function FormAnswers({ schema, root, value, order = [] }: FormAnswersProps) {
  const fields = visibleFields(schema, value, root, order);
  const shown = new Set(fields.map(({ name }) => name));
  // Whatever was answered is there to read, whether it has a question or not.
  const others = Object.keys(value)
    .filter((name) => !shown.has(name))
    .map((name) => ({ name, schema: {}, isRequired: false }));
  return (
    <dl className={classes['answers']}>
      {[...fields, ...others].map((field) => (
        <div key={field.name}>
          <dt>{titleOf(field)}</dt>
          <dd>
            <Answer schema={field.schema} root={root} value={answerTo(field.name, value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Answer({
  schema,
  root,
  value,
}: Pick<FormAnswersProps, 'schema' | 'root'> & { readonly value: unknown }) {
  const t = useTranslations('forms.fields');
  const { list } = useFormatter();
  const times = useTimes();
  const wordOf = (of: Json, one: unknown) =>
    optionsOf(of)[optionAt(optionsOf(of), one)]?.label ?? answerText(of['format'], one, times, deviceZone);
  if (value === undefined || value === null) return t('unanswered');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (isObject(value) && optionAt(optionsOf(schema), value) < 0)
    return <FormAnswers schema={schema} root={root} value={value} />;
  if (!Array.isArray(value)) return wordOf(schema, value);
  const items = itemsOf(schema, root);
  const isShort = (one: unknown) => typeof one !== 'object' || optionAt(optionsOf(items), one) >= 0;
  if (value.every(isShort)) return list(value.map((one) => wordOf(items, one)));
  return (
    <ol>
      {value.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
        <li key={index}>
          <Answer schema={items} root={root} value={one} />
        </li>
      ))}
    </ol>
  );
}
