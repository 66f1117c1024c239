import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const attendanceTexts = await loadTexts('attendance', en, import.meta.url);
