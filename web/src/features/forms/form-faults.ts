import { useTranslations } from 'use-intl';
import type { Fault } from '../../api/problem.ts';
import type { Json } from './form-match.ts';

/** Where the limit of a rule stands in the schema of the field. */
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
export function useFaultText(): (fault: Fault, schema: Json) => string {
  const t = useTranslations('forms.fields.fault');
  return ({ code, message }, schema) => {
    if (code === 'required' || code === 'dependent_required') return t('required');
    if (code === 'min_length' && schema['minLength'] === 1) return t('required');
    const limited = Object.keys(limits).find((one) => one === code) as keyof typeof limits | undefined;
    if (limited !== undefined) return t(limited, { limit: Number(schema[limits[limited]]) });
    const format = String(schema['format']);
    if (code === 'format' && Object.hasOwn(formats, format))
      return t(formats[format as keyof typeof formats]);
    const known = plain.find((one) => one === code);
    return known === undefined ? message : t(known);
  };
}
