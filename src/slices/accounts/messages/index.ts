import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const accountTexts = await loadTexts('accounts', en, import.meta.url);
