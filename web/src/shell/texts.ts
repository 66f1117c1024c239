import { pseudoLocale, type TextSource } from '../i18n/language.ts';

const later = import.meta.glob<{ default: object }>('../features/*/messages.*.ts');
const first = import.meta.glob<Record<'common' | 'errors', object>>('../messages/first.*.ts');

/**
 * What the first screen needs comes as one file; the rest is loaded with the page that says it. A language is what has
 * files: nothing else lists them.
 */
const written: TextSource = {
  locales: Object.keys(first).map((file) => file.replace(/^.*first\.(.+)\.ts$/, '$1')),
  first: async (locale) => (await first[`../messages/first.${locale}.ts`]?.()) ?? {},
  async area(area, locale) {
    const [, manage = '', feature = ''] = /^(manage)?(.+)$/.exec(area) ?? [];
    const kind = manage === '' ? '' : '.manage';
    const file = `../features/${feature.toLowerCase()}/messages${kind}.${locale}.ts`;
    return (await later[file]?.())?.default;
  },
};

/** Also in the pseudo-locale, which is made of the English texts. Its code is loaded by those who ask for it. */
export const textSource: TextSource = {
  locales: written.locales,
  first: (locale) => (locale === pseudoLocale ? accented(written.first('en')) : written.first(locale)),
  area: (area, locale) =>
    locale === pseudoLocale ? accented(written.area(area, 'en')) : written.area(area, locale),
};

async function accented<Texts>(english: Promise<Texts>): Promise<Texts> {
  const { pseudoTexts } = await import('../i18n/pseudo.ts');
  return pseudoTexts(await english);
}
