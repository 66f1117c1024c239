import type { TextSource } from '../i18n/language.ts';

const later = import.meta.glob<{ default: object }>('../features/*/messages.*.ts');
const first = import.meta.glob<Record<'common' | 'errors', object>>('../messages/first.*.ts');

/** What the first screen needs comes as one file; the rest is loaded with the page that says it. */
export const textSource: TextSource = {
  first: async (locale) => (await first[`../messages/first.${locale}.ts`]?.()) ?? {},
  async area(area, locale) {
    const [, manage = '', feature = ''] = /^(manage)?(.+)$/.exec(area) ?? [];
    const kind = manage === '' ? '' : '.manage';
    const file = `../features/${feature.toLowerCase()}/messages${kind}.${locale}.ts`;
    return (await later[file]?.())?.default;
  },
};
