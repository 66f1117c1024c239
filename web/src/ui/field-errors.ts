import { useTranslations } from 'use-intl';
import { ApiProblem } from '../api/problem.ts';
import { fieldWords, type NameKey, type TextKey, type Words } from './field-words.ts';

export function useFieldWords(): Words {
  const t = useTranslations('errors.field');
  const names = useTranslations('errors.name');
  return fieldWords({
    field: (key, values) => t(key, values),
    hasField: (key) => !key.includes('.') && t.has(key as TextKey),
    nameOf: (key) => names(key),
    hasName: (key) => key !== '' && names.has(key as NameKey),
  });
}

/**
 * For `form.setErrors`: what is wrong with each field, in the reader's language and without the API's names.
 * `fieldOf` says how the form calls a field where the API has another name for it.
 */
export function useFieldErrors(
  fieldOf: (path: string) => string = (path) => path,
): (error: unknown) => Record<string, string> {
  const { text } = useFieldWords();
  return (error) => {
    if (!(error instanceof ApiProblem)) return {};
    const entries = error.errors
      .filter(({ path }) => path !== '')
      .map((one) => [fieldOf(one.path), text(one)]);
    return Object.fromEntries(entries);
  };
}
