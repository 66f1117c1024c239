import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const operationTexts = await loadTexts('operations', en, import.meta.url);
