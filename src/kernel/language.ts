/** The languages that every text for people is written in. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** How dates and numbers are written. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE' };

/** A text that a language lacks does not compile; in a language that we don't have, people read English. */
export function inLanguage<Texts>(texts: Readonly<Record<Language, Texts>>, language: string): Texts {
  return Object.hasOwn(texts, language) ? texts[language as Language] : texts.en;
}

export const localeOf = (language: string): string => inLanguage(locales, language);

/** The form of a word that goes with a number, by the rules of the language. */
export function plural(
  language: Language,
  count: number,
  forms: { readonly one: string; readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
