import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const signupTexts = await loadTexts('signups', en, import.meta.url);
