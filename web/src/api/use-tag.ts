import type { DataOf, ParamsOf, PathOf } from '@muster/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, tagOf } from './query.ts';

export interface Tag<Values> {
  readonly ifMatch: string | undefined;
  /** After a change that this form made itself: its version is known only by reading it. */
  readonly renew: () => Promise<void>;
  /** Reads what someone else has changed since. The next change is made to that. */
  readonly newest: () => Promise<Values>;
}

/**
 * The version that a form was opened on: the form is refused if someone has changed it since. `valuesOf` says what the
 * form makes of a version.
 */
export function useTag<P extends PathOf<'get'>, Values>(
  path: P,
  params: ParamsOf<P, 'get'>,
  valuesOf: (read: DataOf<P, 'get'>) => Values | Promise<Values>,
): Tag<Values> {
  const cache = useQueryClient();
  const [ifMatch, setTag] = useState(() => tagOf(path, params));
  const read = () => {
    const args = [path, params] as unknown as Parameters<typeof apiQuery<P>>;
    return cache.fetchQuery({ ...apiQuery(...args), staleTime: 0 });
  };
  return {
    ifMatch,
    async renew() {
      // Until the new version is read, a further change is not held against the old one.
      setTag(undefined);
      await read().catch(() => {});
      setTag(tagOf(path, params));
    },
    async newest() {
      const data = await read();
      const tag = tagOf(path, params);
      const values = await valuesOf(data);
      setTag(tag);
      return values;
    },
  };
}
