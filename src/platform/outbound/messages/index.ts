import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

await loadTexts('outbound', en, import.meta.url);
