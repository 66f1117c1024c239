import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export type { AccountLetter, Catalogue, ShiftWords } from './catalogue.ts';

const catalogues: ReadonlyMap<string, Catalogue> = new Map([
  ['en', en],
  ['de', de],
]);

/** A language that nobody has written yet is answered in English. */
export function catalogueFor(language: string): Catalogue {
  return catalogues.get(language) ?? en;
}
