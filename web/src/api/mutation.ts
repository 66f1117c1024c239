import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { newId } from './new-id.ts';
import { isPassing } from './problem.ts';
import {
  type BodyOf,
  call,
  type DataOf,
  type Method,
  type ParamsOf,
  type PathOf,
  type Sent,
} from './query.ts';
import type { paths } from './schema.generated.ts';

type Changing = Exclude<Method, 'get'>;
export type Change<P extends keyof paths, M extends Method> = ParamsOf<P, M> &
  BodyOf<P, M> & {
    /** What `tagOf` said when the form opened: the change is refused if somebody was faster. */
    readonly ifMatch?: string | undefined;
  };

/** Changes the cache ahead of the answer; what it touched is put back when the answer is a no. */
export interface Draft {
  update<Data>(queryKey: QueryKey, change: (data: Data) => Data): void;
}

export interface ChangeOptions<Variables, Data> {
  /** Keys (or their beginnings) that are out of date afterwards: `[['/api/v1/shifts/{id}']]`. */
  readonly invalidates?: readonly QueryKey[] | ((data: Data, variables: Variables) => readonly QueryKey[]);
  readonly optimistic?: (draft: Draft, variables: Variables) => void;
  readonly onSuccess?: (data: Data, variables: Variables) => void;
}

/**
 * `const signUp = useApiMutation('post', '/api/v1/shifts/{id}/signups', { invalidates: [...] })`, then
 * `signUp.mutate({ path: { id }, body: { role_id } })`. Each POST carries an Idempotency-Key; the same content sent
 * again after a lost answer carries the same one, so pressing the button twice never acts twice.
 */
export function useApiMutation<M extends Changing, P extends PathOf<M>>(
  method: M,
  path: P,
  options: ChangeOptions<Change<P, M>, DataOf<P, M>> = {},
): UseMutationResult<DataOf<P, M>, Error, Change<P, M>, { undo(): void }> {
  const cache = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return useMutation<DataOf<P, M>, Error, Change<P, M>, { undo(): void }>({
    mutationFn: async (variables) => {
      const { path: inPath, query, body, ifMatch } = variables as Record<string, unknown>;
      const content = JSON.stringify([inPath, query, body]);
      const key = keys.current.get(content) ?? newId();
      keys.current.set(content, key);
      const sent: Sent = {
        params: { path: inPath, query },
        ...(body !== undefined && { body }),
        headers: {
          ...(method === 'post' && { 'idempotency-key': key }),
          ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
        },
      };
      try {
        const data = await call(method, path, sent);
        keys.current.delete(content);
        return data;
      } catch (error) {
        if (!isPassing(error)) keys.current.delete(content);
        throw error;
      }
    },
    onMutate: async (variables) => {
      const touched: [QueryKey, unknown][] = [];
      options.optimistic?.(draftOf(cache, touched), variables);
      return {
        undo: () => {
          for (const [queryKey, data] of touched.reverse()) cache.setQueryData(queryKey, data);
        },
      };
    },
    onError: (_error, _variables, context) => context?.undo(),
    onSuccess: (data, variables) => options.onSuccess?.(data, variables),
    onSettled: async (data, _error, variables) => {
      const { invalidates = [] } = options;
      const stale = typeof invalidates === 'function' ? [] : invalidates;
      const told =
        typeof invalidates === 'function' && data !== undefined ? invalidates(data, variables) : stale;
      await Promise.all(told.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

function draftOf(cache: QueryClient, touched: [QueryKey, unknown][]): Draft {
  return {
    update(queryKey, change) {
      // A refetch that is under way would overwrite the draft with what was true before.
      void cache.cancelQueries({ queryKey });
      for (const [key, data] of cache.getQueriesData({ queryKey })) {
        if (data === undefined) continue;
        touched.push([key, data]);
        cache.setQueryData(key, change(data as Parameters<typeof change>[0]));
      }
    },
  };
}
