import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const peopleTexts = await loadTexts('people', en, import.meta.url);
