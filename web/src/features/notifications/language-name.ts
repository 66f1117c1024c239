/** Each language by its own name. */
export const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
