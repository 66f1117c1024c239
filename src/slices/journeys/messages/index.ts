import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const journeyTexts = await loadTexts('journeys', en, import.meta.url);
