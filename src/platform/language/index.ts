export { type ErrorBody, errorBody, formatMinutes, messageOf, refusalTexts } from './errors.ts';
export { acceptedLanguage, knownLanguage, languages, localeOf } from './languages.ts';
export { platformTexts } from './platform-texts.ts';
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
