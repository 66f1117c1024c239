import { readdirSync } from 'node:fs';

/** The languages that every text for people is written in: one file for each, here and in every slice. */
export const languages: readonly string[] = readdirSync(new URL('./messages/', import.meta.url))
  .flatMap((file) => /^([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.ts$/.exec(file)?.[1] ?? [])
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));

export const knownLanguage = (language: string): string => (languages.includes(language) ? language : 'en');

/** How dates and numbers are written where a language does not say the country. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-US' : knownLanguage(language));

/** The first of the languages in the order of preference that a browser sends; English where it names none. */
export function acceptedLanguage(header: string | undefined, among = languages): string {
  if (header === undefined || header === '') return 'en';
  const wanted = header
    .slice(0, 500)
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/\s*;\s*q\s*=\s*/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found = among.find((one) => {
      const known = one.toLowerCase();
      return known === tag || known === tag.split('-')[0];
    });
    if (found !== undefined) return found;
  }
  return 'en';
}
