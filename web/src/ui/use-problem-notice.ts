import { useTranslations } from 'use-intl';
import { ApiProblem, Unreachable } from '../api/problem.ts';
import { notify } from './notify.ts';

/** For a change that has no place for a `<Problem>` beside it: says in the reader's language what went wrong. */
export function useProblemNotice(): (error: unknown) => void {
  const t = useTranslations('errors');
  return (error) => {
    if (error instanceof Unreachable)
      return void notify.warning(`${t('unreachable')}. ${t('unreachableText')}`);
    const key = `title.${error instanceof ApiProblem ? error.code : ''}` as 'title.conflict';
    void notify.warning(t.has(key) ? t(key) : t('unknown'));
  };
}
