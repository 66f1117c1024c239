import en from './messages/en.ts';
import { loadTexts } from './texts.ts';

/** What the platform itself says: refusals of every kind, and what is wrong with a field. */
export const platformTexts = await loadTexts('platform', en, new URL('./messages/', import.meta.url).href);
