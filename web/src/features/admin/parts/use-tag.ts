import { useState } from 'react';
import { hasCode } from '../../../api/problem.ts';
import { call, type ParamsOf, type PathOf, queryClient, tagOf } from '../../../api/query.ts';

/**
 * The version that a form was opened on. When somebody was faster, the refusal is shown once and the next attempt goes
 * over theirs: what was typed here is never lost.
 */
export function useTag<P extends PathOf<'get'>>(path: P, params: ParamsOf<P, 'get'>) {
  const [ifMatch, setTag] = useState(() => tagOf(path, params));
  const renew = async (): Promise<void> => {
    // Until the new version is read, a further change is not held against the old one.
    setTag(undefined);
    // Joins the reading that the change itself has caused.
    const read = { queryKey: [path, params], queryFn: () => call('get', path, { params }), staleTime: 0 };
    await queryClient.fetchQuery(read).catch(() => undefined);
    setTag(tagOf(path, params));
  };
  return {
    ifMatch,
    /** After a change that this form made itself. */
    renew,
    async afterRefusal(error: unknown): Promise<void> {
      if (hasCode(error, 'precondition_failed')) await renew();
    },
  };
}
