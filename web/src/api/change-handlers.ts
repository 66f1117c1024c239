import type { QueryClient, QueryKey } from '@tanstack/query-core';
import { type Draft, type OpenDraft, openDraft } from './optimistic.ts';

export interface ChangeOptions<Variables, Data> {
  /**
   * Keys (or their beginnings) that are out of date afterwards, also after a no: `[['/api/v1/shifts/{id}']]`. They are
   * read again behind the screen; the change is over when its answer is there.
   */
  readonly invalidates?: readonly QueryKey[] | ((variables: Variables) => readonly QueryKey[]);
  readonly optimistic?: (draft: Draft, variables: Variables) => void;
  readonly onSuccess?: (data: Data, variables: Variables) => void;
}

/** What happens in the cache around a change. */
export function changeHandlers<Variables, Data>(
  cache: QueryClient,
  { invalidates = [], optimistic, onSuccess }: ChangeOptions<Variables, Data>,
) {
  return {
    onMutate: (variables: Variables): OpenDraft => {
      const open = openDraft(cache);
      optimistic?.(open.draft, variables);
      return open;
    },
    onError: (_error: Error, _variables: Variables, open: OpenDraft | undefined) => open?.undo(),
    onSuccess: (data: Data, variables: Variables, open: OpenDraft) => {
      open.keep();
      onSuccess?.(data, variables);
    },
    onSettled: (_data: Data | undefined, _error: Error | null, variables: Variables) => {
      const stale = typeof invalidates === 'function' ? invalidates(variables) : invalidates;
      for (const queryKey of stale) void cache.invalidateQueries({ queryKey });
    },
  };
}
