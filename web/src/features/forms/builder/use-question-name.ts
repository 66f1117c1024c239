import { useTranslations } from 'use-intl';
import type { Question } from './question.ts';

/** What a question is called while the form is being built: a new one has no title yet, and a name that no one chose. */
export function useQuestionName(): (question: Question) => string {
  const t = useTranslations('manageForms.field');
  return ({ title, name, isNew }) => title || (isNew ? t('untitled') : name);
}
