import type { BodyOf, DataOf, Method, ParamsOf, PathOf, paths } from '@muster/client';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ChangeOptions, changeHandlers } from './change-handlers.ts';
import { newId } from './new-id.ts';
import type { OpenDraft } from './optimistic.ts';
import { isPassing } from './problem.ts';
import { call, type Sent } from './query.ts';

type Changing = Exclude<Method, 'get'>;
export type Change<P extends keyof paths, M extends Method> = ParamsOf<P, M> &
  BodyOf<P, M> & {
    /** What `tagOf` said when the form opened: the change is refused if somebody was faster. */
    readonly ifMatch?: string | undefined;
  };

/**
 * `const signUp = useApiMutation('post', '/api/v1/shifts/{id}/signups', { invalidates: [...] })`, then
 * `signUp.mutate({ path: { id }, body: { role_id } })`. Each POST carries an Idempotency-Key; the same content sent
 * again after a lost answer carries the same one, so pressing the button twice never acts twice.
 */
export function useApiMutation<M extends Changing, P extends PathOf<M>>(
  method: M,
  path: P,
  options: ChangeOptions<Change<P, M>, DataOf<P, M>> = {},
): UseMutationResult<DataOf<P, M>, Error, Change<P, M>, OpenDraft> {
  const cache = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return useMutation<DataOf<P, M>, Error, Change<P, M>, OpenDraft>({
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
    ...changeHandlers(cache, options),
  });
}
