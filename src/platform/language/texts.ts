import { readdirSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
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
type Translate = (key: string, values?: TextValues) => string;
const translators = new Map<string, Translate>();

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
  translators.delete(language);
  plain.clear();
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

/** Texts without values, by language and key: there are as many as the catalogues have. */
const plain = new Map<string, string>();

/**
 * A text of the catalogue in a language; in English where that language does not have it. Most texts of a letter have no
 * values: formatting each of them again took a tenth of the CPU time of a rush of sign-ups.
 */
export function say(language: string, key: string, values?: TextValues): string {
  const known = knownLanguage(language);
  if (values !== undefined) return format(known, key, values);
  const name = `${known} ${key}`;
  let text = plain.get(name);
  if (text === undefined) {
    text = format(known, key, {});
    plain.set(name, text);
  }
  return text;
}

function format(language: string, key: string, values: TextValues): string {
  return translatorFor(hasText(language, key) ? language : 'en')(key, values);
}

/** With a capital at its start, which may be a value such as “this person”. */
export function asSentence(language: string, text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** Kept for each language: making one costs as much as using it a hundred times. */
function translatorFor(language: string): Translate {
  let translate = translators.get(language);
  if (!translate) {
    translate = createTranslator({
      locale: language,
      messages: catalogues.get(language) ?? {},
      // A text that names a value it was not given is a mistake of ours: say so, and never send half a sentence.
      onError: (error) => {
        throw error;
      },
    }) as Translate;
    translators.set(language, translate);
  }
  return translate;
}
