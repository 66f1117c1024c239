import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const hoursTexts = await loadTexts('hours', en, import.meta.url);
