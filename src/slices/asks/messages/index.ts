import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const askTexts = await loadTexts('asks', en, import.meta.url);
