import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { findRuledOutWords } from './words.ts';

export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** Each text by its whole key: `nav.board`. */
export function flat(texts: Catalogue, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  );
}

/** What a text asks the program for, each once: `{name}`, `{count}` and `<link>`. */
export const parametersOf = (text: string): string[] => [...new Set(parametersIn(parse(text)))].sort();

function parametersIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...parametersIn(element.children)];
    const inside = 'options' in element ? Object.values(element.options) : [];
    return [`{${element.value}}`, ...inside.flatMap(({ value }) => parametersIn(value))];
  });
}

/** Forms that a plural forgets: one that has `one` and `other` needs `few` and `many` as well in Polish. */
function missingPlurals(elements: readonly MessageFormatElement[], language: string): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.tag) return missingPlurals(element.children, language);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const isOneForAll = Object.keys(element.options).every((key) => key === 'other' || key.startsWith('='));
    const needed = isOneForAll || element.type === TYPE.select ? [] : formsOf(language, element.pluralType);
    return [
      ...needed.filter((one) => !(one in element.options)).map((one) => `{${element.value}}: ${one}`),
      ...Object.values(element.options).flatMap(({ value }) => missingPlurals(value, language)),
    ];
  });
}

/** The forms that counts of people and hours need; French has one more for millions. */
function formsOf(language: string, type: Intl.PluralRulesOptions['type'] = 'cardinal'): string[] {
  const rules = new Intl.PluralRules(language, { type });
  return [...new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)))];
}

/** What people read of a text: its words in every form, without names of parameters. */
function wordsOf(elements: readonly MessageFormatElement[]): string {
  const forms = (options: readonly { value: MessageFormatElement[] }[]) =>
    options.map(({ value }) => wordsOf(value)).join(' ');
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type === TYPE.tag) return wordsOf(element.children);
      return 'options' in element ? forms(Object.values(element.options)) : '…';
    })
    .join('');
}

/** Quotes and apostrophes that a typewriter makes, and those of another language. */
const wrongQuotes: Readonly<Record<string, RegExp>> = {
  en: /["'„‚]|“[^”]*$|^[^“]*”/,
  de: /["'”]|„[^“]*$|“[^“„]*“/,
};

/** What is for programs: a path of the API, a field's name, markup of code. */
const forPrograms = /`|\/api\/|\b[a-z]+_(?:id|ids|at|key)\b/;

/** Everything that is wrong with the texts of one language, measured on English. */
export function findTextErrors(language: string, english: Catalogue, texts: Catalogue): string[] {
  const [measure, given] = [new Map(flat(english)), new Map(flat(texts))];
  const missing = [...measure.keys()].filter((key) => !given.has(key)).map((key) => `${key}: missing`);
  return [
    ...missing,
    ...[...given].flatMap(([key, text]) => errorsOf(language, key, text, measure.get(key))),
  ];
}

function errorsOf(language: string, key: string, text: string, english: string | undefined): string[] {
  if (english === undefined) return [`${key}: English does not have it`];
  const elements = parse(text);
  const words = wordsOf(elements);
  const quote = wrongQuotes[language]?.exec(words)?.[0];
  const code = forPrograms.exec(words)?.[0];
  const [asked, wanted] = [parametersOf(text).join(' '), parametersOf(english).join(' ')];
  return [
    ...(text.trim() === '' ? [`${key}: empty`] : []),
    ...(asked === wanted ? [] : [`${key}: names ${asked || 'nothing'}, English ${wanted || 'nothing'}`]),
    ...missingPlurals(elements, language).map((plural) => `${key}: no text for ${plural}`),
    ...(quote === undefined ? [] : [`${key}: ${quote} in ${words}`]),
    ...(code === undefined ? [] : [`${key}: ${code} is for programs, in ${words}`]),
    ...findRuledOutWords(words, language).map((word) => `${key}: ${word} (${words})`),
  ];
}
