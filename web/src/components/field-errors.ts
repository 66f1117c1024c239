import { useTranslations } from 'use-intl';
import { ApiProblem, type Fault } from '../api/problem.ts';

type Key = (typeof keys)[number];

const keys = [
  'required',
  'min_length',
  'max_length',
  'format',
  'format_email',
  'pattern',
  'future',
  'too_early',
  'taken',
  'is_email',
  'is_name',
  'setup_token',
  'invitation_token',
] as const;

const isKey = (text: string): text is Key => (keys as readonly string[]).includes(text);

/** Which of our texts says what is wrong with a field. Undefined: the API's own words have to do. */
export function fieldTextKey({ path, code }: Fault): Key | undefined {
  if (isKey(path)) return path;
  if (code === 'format' && path === 'email') return 'format_email';
  return isKey(code) ? code : undefined;
}

/** The limit that a message of the API names. */
export function limitIn(message: string): number {
  return Number(/\d+/.exec(message)?.[0] ?? 1);
}

/** For `form.setErrors`: what is wrong with each field, in the reader's language and without the API's names. */
export function useFieldErrors(): (error: unknown) => Record<string, string> {
  const t = useTranslations('errors.field');
  return (error) => {
    if (!(error instanceof ApiProblem)) return {};
    const entries = error.errors
      .filter(({ path }) => path !== '')
      .map((fault) => {
        const key = fieldTextKey(fault);
        return [fault.path, key === undefined ? fault.message : t(key, { limit: limitIn(fault.message) })];
      });
    return Object.fromEntries(entries);
  };
}
