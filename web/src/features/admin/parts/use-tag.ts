import { useState } from 'react';
import { hasCode } from '../../../api/problem.ts';
import { call, type ParamsOf, type PathOf, tagOf } from '../../../api/query.ts';

/**
 * The version that a form was opened on. When somebody was faster, the refusal is shown once and the next attempt goes
 * over theirs: what was typed here is never lost.
 */
export function useTag<P extends PathOf<'get'>>(path: P, params: ParamsOf<P, 'get'>) {
  const [ifMatch, setTag] = useState(() => tagOf(path, params));
  const renew = () => setTag(tagOf(path, params));
  return {
    ifMatch,
    /** After a change that this form made itself. */
    renew,
    async afterRefusal(error: unknown): Promise<void> {
      if (!hasCode(error, 'precondition_failed')) return;
      await call('get', path, { params });
      renew();
    },
  };
}
