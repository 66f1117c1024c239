import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const formTexts = await loadTexts('forms', en, import.meta.url);
