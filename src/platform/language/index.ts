export { type ErrorBody, errorBody, formatMinutes, messageOf, refusalTexts } from './errors.ts';
export { acceptedLanguage, knownLanguage, languages, localeOf, withRegion } from './languages.ts';
export { platformTexts } from './platform-texts.ts';
export {
  asSentence,
  findText,
  loadTexts,
  say,
  type TextValues,
  type Translation,
  textsIn,
} from './texts.ts';
