import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

await loadTexts('programs', en, import.meta.url);
