import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const badgeTexts = await loadTexts('badges', en, import.meta.url);
