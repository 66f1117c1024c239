import type { ParamsOf, PathOf } from '@muster/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from './problem.ts';
import { apiQuery, tagOf } from './query.ts';

export type Tag = ReturnType<typeof useTag>;

/**
 * The version that a form was opened on. If it has changed since, the refusal is shown once and the next attempt goes
 * over theirs: what was typed here is never lost.
 */
export function useTag<P extends PathOf<'get'>>(path: P, params: ParamsOf<P, 'get'>) {
  const cache = useQueryClient();
  const [ifMatch, setTag] = useState(() => tagOf(path, params));
  /** After a change that this form made itself: its version is known only by reading it. */
  const renew = async (): Promise<void> => {
    // Until the new version is read, a further change is not held against the old one.
    setTag(undefined);
    const args = [path, params] as unknown as Parameters<typeof apiQuery<P>>;
    await cache.fetchQuery({ ...apiQuery(...args), staleTime: 0 }).catch(() => {});
    setTag(tagOf(path, params));
  };
  return {
    ifMatch,
    renew,
    async afterRefusal(error: unknown): Promise<void> {
      if (hasCode(error, 'precondition_failed')) await renew();
    },
  };
}
