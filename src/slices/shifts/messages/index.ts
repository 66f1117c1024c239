import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const shiftTexts = await loadTexts('shifts', en, import.meta.url);
