import { readdirSync } from 'node:fs';
import { LRUCache } from 'lru-cache';

/** The languages that every text for people is written in: one file for each, here and in every slice. */
export const languages: readonly string[] = readdirSync(new URL('./messages/', import.meta.url))
  .flatMap((file) => /^([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.ts$/.exec(file)?.[1] ?? [])
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));

/** The language of our texts for a reader of `tag`, which may name a region. */
export function knownLanguage(tag: string): string {
  if (languages.includes(tag)) return tag;
  const language = tag.replace(/-.*/, '');
  return languages.includes(language) ? language : 'en';
}

/** How English is written where people live. */
const english: readonly (readonly [RegExp, string])[] = [
  [/^(Europe|Africa|Atlantic|Arctic)\//, 'en-GB'],
  [/^Australia\//, 'en-AU'],
  [/^Pacific\/(Auckland|Chatham)$/, 'en-NZ'],
  [/^Asia\/(Kolkata|Calcutta)$/, 'en-IN'],
  [/^America\/(Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Moncton|Whitehorse)$/, 'en-CA'],
];

/**
 * How dates and clocks are written for a reader, everywhere: as their device writes them where their request says so, as the
 * web app does; in emails, which only know the account, as in the reader's time zone.
 */
export function localeOf(tag: string, zone = 'UTC'): string {
  if (tag !== 'en') return tag.includes('-') ? tag : knownLanguage(tag);
  return english.find(([zones]) => zones.test(zone))?.[1] ?? 'en-US';
}

/** Browsers send few different ones. Each request asks, and taking one apart costs 2 µs. */
const tagsByHeader = new LRUCache<string, readonly string[]>({ max: 1_000 });

/** What a browser asks for, the most wanted first, in lower case. */
function wantedTags(header = ''): readonly string[] {
  const start = header.slice(0, 500);
  const known = tagsByHeader.get(start);
  if (known) return known;
  const tags = tagsIn(start);
  tagsByHeader.set(start, tags);
  return tags;
}

function tagsIn(header: string): readonly string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/\s*;\s*q\s*=\s*/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** A language with the region in which the request asks for it: en-GB. */
export function withRegion(language: string, header: string | undefined): string {
  const [base = ''] = language.toLowerCase().split('-');
  const tag = wantedTags(header).find((one) => one === base || one.startsWith(`${base}-`)) ?? '';
  const [, region] = /^[a-z]{2,3}-([a-z]{2})$/.exec(tag) ?? [];
  return region === undefined ? language : `${base}-${region.toUpperCase()}`;
}

/** The first of the languages in the order of preference that a browser sends; English where it names none. */
export function acceptedLanguage(header: string | undefined, among = languages): string {
  for (const tag of wantedTags(header)) {
    const found = among.find((one) => {
      const known = one.toLowerCase();
      return known === tag || known === tag.split('-')[0];
    });
    if (found !== undefined) return found;
  }
  return 'en';
}
