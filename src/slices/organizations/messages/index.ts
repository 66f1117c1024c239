import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const organizationTexts = await loadTexts('organizations', en, import.meta.url);
