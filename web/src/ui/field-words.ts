import type { FieldError } from '../api/problem.ts';
import type en from '../messages/errors.en.ts';

export type TextKey = keyof (typeof en)['field'];
export type NameKey = keyof (typeof en)['name'];

/** Labels of a form by the API's paths, where its own words say more than the usual name: `roles.*.name`. */
export type Labels = Readonly<Record<string, string>>;

/** A list's items are counted: `roles.1.name` is the second. */
const isIndex = (part: string) => /^\d+$/.test(part);

/** Texts that depend on the field as well as on what is wrong. */
function textKeys({ path, code, message }: FieldError): string[] {
  const field = path.split('.').at(-1) ?? path;
  const kind = /time.?zone/i.test(message) ? 'time_zone' : /https?:\/\//.test(message) ? 'uri' : field;
  return [path, ...(code === 'format' ? [`format_${kind}`] : []), code];
}

/** The limit that a message of the API names. */
function limitIn(message: string): number {
  return Number(/\d+/.exec(message)?.[0] ?? 1);
}

export interface Words {
  /** What is wrong with a field, in the reader's language as far as we have words for it. */
  text(error: FieldError): string;
  /** How people call a field. Undefined: nobody sees it. */
  name(path: string, labels?: Labels): string | undefined;
}

interface Texts {
  readonly field: (key: TextKey, values: { limit: number }) => string;
  readonly hasField: (key: string) => boolean;
  readonly nameOf: (key: NameKey) => string;
  readonly hasName: (key: string) => boolean;
}

export function fieldWords({ field, hasField, nameOf, hasName }: Texts): Words {
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
  return {
    name,
    text(error) {
      const key = textKeys(error).find(hasField);
      if (key !== undefined) return field(key as TextKey, { limit: limitIn(error.message) });
      const { text } = shownErrorOf(error);
      // The API's own words, without its names.
      return text.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => {
        const known = usualName(word);
        return known === undefined ? word : `“${known}”`;
      });
    },
  };
}

/** A reason as a person reads it, and the screen on which it can be mended. */
export interface ShownError {
  readonly path: string;
  readonly text: string;
  readonly href: string | undefined;
}

/** The API names its own paths; some of our screens are called otherwise. */
const screens: Readonly<Record<string, string>> = { '/me/registrations': '/me', '/me': '/profile' };

/** Where a remedy of the API (`/forms/3`) is found in this app. */
export function screenOf(href: string): string {
  return screens[href] ?? href;
}

/** The API writes the remedy's address in parentheses at the end of the message, and sometimes the field before it. */
export function shownErrorOf({ path, message }: FieldError): ShownError {
  const [, text = message, href] = /^(.*?)\s*\((\/[\w/-]+)\)$/s.exec(message) ?? [];
  return {
    path,
    text: path !== '' && text.startsWith(`${path}: `) ? text.slice(path.length + 2) : text,
    href: href === undefined ? undefined : screenOf(href),
  };
}
