import { inLanguage } from '#kernel/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export type { ShiftWords } from './en.ts';
export type Texts = typeof en;

/** The texts of messages and of the pages that their links open. */
export const textsIn = (language: string): Texts => inLanguage({ en, de }, language);
