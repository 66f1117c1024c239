import { useSyncExternalStore } from 'react';
import type { Messages } from 'use-intl';
import { readStored, writeStored } from '../browser/storage.ts';
import { type Locale, locales } from '../messages/translation.ts';

export type Area = keyof Messages;

/** Where texts come from. */
export interface TextSource {
  first(locale: Locale): Promise<Partial<Record<Area, object>>>;
  area(area: Area, locale: Locale): Promise<object | undefined>;
}

/** The language of the page and the texts that are loaded so far. */
interface Language {
  readonly locale: Locale;
  readonly messages: Partial<Record<Area, object>>;
}

const storageKey = 'muster.language';
let language: Language = { locale: preferred(), messages: {} };
let source: TextSource | undefined;
const loaded = new Set<Area>();
const watchers = new Set<() => void>();

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => language);
}

/** For what is said outside of any component. */
export function commonTexts(): Messages['common'] | undefined {
  return language.messages.common as Messages['common'] | undefined;
}

/** Before the first screen. */
export async function startLanguage(from: TextSource): Promise<void> {
  source = from;
  await switchTo(language.locale);
}

/** Before a page is shown, together with its code. */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  const missing = areas.filter((area) => language.messages[area] === undefined);
  for (const area of missing) loaded.add(area);
  const messages = await load(language.locale, missing);
  change({ ...language, messages: { ...language.messages, ...messages } });
}

/** `remember` for a choice that somebody made on this device. */
export async function chooseLocale(locale: Locale, remember: boolean): Promise<void> {
  if (remember) writeStored(storageKey, locale);
  if (locale !== language.locale) await switchTo(locale);
}

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

async function switchTo(locale: Locale): Promise<void> {
  const [first, later] = await Promise.all([source?.first(locale), load(locale, [...loaded])]);
  document.documentElement.lang = locale;
  change({ locale, messages: { ...first, ...later } });
}

async function load(locale: Locale, areas: readonly Area[]): Promise<Partial<Record<Area, object>>> {
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

function preferred(): Locale {
  const wanted = [readStored(storageKey), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return (wanted.find((tag) => isLocale(tag ?? undefined)) as Locale | undefined) ?? 'en';
}
