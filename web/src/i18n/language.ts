import { useSyncExternalStore } from 'react';
import type { Messages } from 'use-intl';
import { readStored, writeStored } from '../browser/storage.ts';

export type Area = keyof Messages;

/** Where texts come from. */
export interface TextSource {
  /** The languages that have texts. */
  readonly locales: readonly string[];
  first(locale: string): Promise<Partial<Record<Area, object>>>;
  area(area: Area, locale: string): Promise<object | undefined>;
}

/** The language of the page and the texts that are loaded so far. */
interface Language {
  readonly locale: string;
  readonly messages: Partial<Record<Area, object>>;
}

/** English with accents and a third longer (pseudo.ts): shows text outside the catalogue and labels that are cut off. */
export const pseudoLocale = 'en-XA';

const storageKey = 'muster.language';
let language: Language = { locale: 'en', messages: {} };
let source: TextSource | undefined;
let known: readonly string[] = [];
const loaded = new Set<Area>();
const watchers = new Set<() => void>();

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => language);
}

/** For what is said outside of any component. */
export function commonTexts(): Messages['common'] | undefined {
  return language.messages.common as Messages['common'] | undefined;
}

/** Before the first screen. `?language=de` wins over the last choice, and that over the browser's preferences. */
export async function startLanguage(from: TextSource): Promise<void> {
  source = from;
  const stored = readStored(storageKey);
  // In a production build only for developers who have put it into the storage themselves.
  const hasPseudo = import.meta.env.DEV || stored === pseudoLocale;
  known = [...from.locales, ...(hasPseudo ? [pseudoLocale] : [])];
  const asked = new URLSearchParams(window.location.search).get('language');
  if (asked !== null && isLocale(asked)) writeStored(storageKey, asked);
  await switchTo(preferredLocale([asked, stored, ...navigator.languages]));
}

/** Before a page is shown, together with its code. */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas) loaded.add(area);
  const { locale, messages } = language;
  const missing = areas.filter((area) => messages[area] === undefined);
  const texts = await load(locale, missing);
  // The profile's language can arrive in between: texts of the one before are not for this one.
  if (language.locale !== locale) return await loadAreas(areas);
  // No one is notified: what is on the screen doesn't use them, and would all be drawn again when a link is pointed at.
  Object.assign(language.messages, texts);
}

/** The device remembers the choice. */
export async function chooseLocale(locale: string): Promise<void> {
  writeStored(storageKey, locale);
  if (locale !== language.locale) await switchTo(locale);
}

export function isLocale(text: string | undefined): text is string {
  return text !== undefined && known.includes(text);
}

/** The page's language with the region of the device: an English page in Britain has a 24-hour clock. */
export function regionalTag(locale: string): string {
  return navigator.languages.find((tag) => tag === locale || tag.startsWith(`${locale}-`)) ?? locale;
}

export const locales = (): readonly string[] => known;

/** The first of our languages that a reader asks for; who asks for de-AT also reads de. */
function preferredLocale(wanted: readonly (string | null)[]): string {
  const tags = wanted.flatMap((tag) => (tag === null ? [] : [tag, tag.replace(/-.*/, '')]));
  return tags.find(isLocale) ?? 'en';
}

async function switchTo(locale: string): Promise<void> {
  const areas = [...loaded];
  const [first, later] = await Promise.all([source?.first(locale), load(locale, areas)]);
  // A page that was opened in the meantime has brought more.
  const more = [...loaded].filter((area) => !areas.includes(area));
  const latest = more.length > 0 ? await load(locale, more) : {};
  document.documentElement.lang = locale;
  change({ locale, messages: { ...first, ...later, ...latest } });
}

async function load(locale: string, areas: readonly Area[]): Promise<Partial<Record<Area, object>>> {
  const entries = await Promise.all(
    areas.map(async (area) => [area, await source?.area(area, locale)] as const),
  );
  return Object.fromEntries(entries.filter(([, texts]) => texts !== undefined));
}

function change(next: Language): void {
  language = next;
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
