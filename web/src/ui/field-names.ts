import { useTranslations } from 'use-intl';
import { ApiProblem } from '../api/problem.ts';
import type en from '../messages/errors.en.ts';

export type NameKey = keyof (typeof en)['name'];

/** Labels of a form by the API's paths, where its own words say more than the usual name: `roles.*.name`. */
export type Labels = Readonly<Record<string, string>>;

/** What people call a field. Undefined: they never see it. */
export type FieldName = (path: string, labels?: Labels) => string | undefined;

/** A list's items are counted: `roles.1.name` is the second. */
const isIndex = (part: string) => /^\d+$/.test(part);

interface Texts {
  readonly nameOf: (key: NameKey) => string;
  readonly hasName: (key: string) => boolean;
}

export function fieldNames({ nameOf, hasName }: Texts): FieldName {
  const usualName = (part: string) => (hasName(part) ? nameOf(part as NameKey) : undefined);
  const name = (path: string, labels: Labels = {}): string | undefined => {
    const parts = path.split('.');
    const given = labels[path] ?? labels[parts.map((part) => (isIndex(part) ? '*' : part)).join('.')];
    if (given !== undefined) return given;
    const last = parts.findLastIndex((part) => !isIndex(part));
    const own = usualName(parts[last] ?? '');
    // Of a list, also which one: "Roles 2, name".
    const list = parts.findLastIndex((part, at) => isIndex(part) && at > 0);
    if (list === -1) return own;
    const whole = name(parts.slice(0, list).join('.'), labels);
    const item = whole === undefined ? undefined : `${whole} ${Number(parts[list]) + 1}`;
    return list > last || own === undefined ? (item ?? own) : item === undefined ? own : `${item}, ${own}`;
  };
  return name;
}

export function useFieldNames(): FieldName {
  const t = useTranslations('errors.name');
  return fieldNames({ nameOf: (key) => t(key), hasName: (key) => key !== '' && t.has(key as NameKey) });
}

/**
 * For `form.setErrors`: what is wrong with each field. `fieldOf` says what the form calls a field where the API has
 * another name for it.
 */
export function fieldErrorsOf(error: unknown, fieldOf = (path: string) => path): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  const entries = error.errors
    .filter(({ path }) => path !== '')
    .map(({ path, message }) => [fieldOf(path), message]);
  return Object.fromEntries(entries);
}
