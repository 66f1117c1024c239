import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const reportTexts = await loadTexts('reports', en, import.meta.url);
