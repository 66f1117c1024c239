import { readdirSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { knownLanguage, languages } from './languages.ts';

export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}
/** The keys of the English texts with texts of another language. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};
type Key<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${Key<Texts[Name]>}`;
}[keyof Texts & string];

export type TextValues = Readonly<Record<string, string | number>>;

/** All texts by language and capability. Each capability adds its own when it is loaded. */
const catalogues = new Map<string, Record<string, Catalogue>>(languages.map((language) => [language, {}]));

/** The texts of one capability: `say(language, 'mail.invitation.subject', { organization })`. */
export interface Texts<English> {
  say(language: string, key: Key<English>, values?: TextValues): string;
}

/**
 * Loads the files beside `address`, one for each language. English gives the keys; a new language needs only new files.
 */
export async function loadTexts<English extends Catalogue>(
  capability: string,
  english: English,
  address: string,
): Promise<Texts<English>> {
  addTexts(capability, 'en', english);
  const files = new Set(readdirSync(new URL('.', address)));
  for (const language of languages) {
    if (language === 'en' || !files.has(`${language}.ts`)) continue;
    const module = (await import(new URL(`${language}.ts`, address).href)) as { default: Catalogue };
    addTexts(capability, language, module.default);
  }
  return { say: (language, key, values) => say(language, `${capability}.${key}`, values) };
}

function addTexts(capability: string, language: string, texts: Catalogue): void {
  const known = catalogues.get(language);
  if (known) known[capability] = texts;
  formats.clear();
}

/** Every text of a language, for checks and for the error reference. */
export const textsIn = (language: string): Readonly<Record<string, Catalogue>> =>
  catalogues.get(language) ?? {};

export function hasText(language: string, key: string): boolean {
  return findText(language, key) !== undefined;
}

export function findText(language: string, key: string): string | undefined {
  let found: Catalogue | string | undefined = catalogues.get(language);
  for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Parsed once, by language and key: there are as many as the catalogues have. `createTranslator` of use-intl, which the web app
 * uses, looks for the text each time and takes 7 µs for one with two values, this 0.6. An email has twenty texts, and emails
 * were a third of the CPU time of a rush of sign-ups.
 */
const formats = new Map<string, IntlMessageFormat>();

/**
 * A text of the catalogue in a language; in English where that language does not have it. A text that names a value it was
 * not given is a mistake of ours: this throws, and half a sentence is never sent.
 */
export function say(language: string, key: string, values: TextValues = {}): string {
  const known = knownLanguage(language);
  const name = `${known} ${key}`;
  let format = formats.get(name);
  if (!format) {
    format = formatOf(known, key);
    formats.set(name, format);
  }
  return String(format.format(withIsolates(values)));
}

/** Letters of scripts that are written from right to left, and characters that change the direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a Hebrew or Arabic name, so that a number or a comma after it isn't shown in front of it. */
function withIsolates(values: TextValues): Record<string, string | number> {
  const shown = { ...values };
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' && rightToLeft.test(value)) shown[name] = `\u2068${value}\u2069`;
  return shown;
}

function formatOf(language: string, key: string): IntlMessageFormat {
  const own = findText(language, key);
  const text = own ?? findText('en', key);
  if (text === undefined) throw new Error(`There is no text "${key}".`);
  return new IntlMessageFormat(text, own === undefined ? 'en' : language);
}

/** With a capital at its start, which may be a value such as “this person”. */
export function asSentence(language: string, text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
