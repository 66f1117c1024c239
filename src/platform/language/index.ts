import en from './messages/en.ts';
import { loadTexts } from './texts.ts';

export { type ErrorBody, errorBody, formatMinutes, messageOf, refusalTexts } from './errors.ts';
export { acceptedLanguage, knownLanguage, languages, localeOf } from './languages.ts';
export {
  type Catalogue,
  findText,
  loadTexts,
  say,
  type Texts,
  type TextValues,
  type Translation,
  textsIn,
} from './texts.ts';

/** What the platform itself says: refusals of every kind, and what is wrong with a field. */
export const platformTexts = await loadTexts('platform', en, new URL('./messages/', import.meta.url).href);
