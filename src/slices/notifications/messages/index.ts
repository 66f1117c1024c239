import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

/** What emails say, and the pages that their links open. */
export const notificationTexts = await loadTexts('notifications', en, import.meta.url);
