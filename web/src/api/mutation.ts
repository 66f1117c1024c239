import type { BodyOf, DataOf, Method, ParamsOf, PathOf, paths } from '@muster/client';
import {
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { newId } from './new-id.ts';
import { type ChangeOptions, changeHandlers, type OpenDraft } from './optimistic.ts';
import { hasCode, isPassing, pauseMs } from './problem.ts';
import { call, queryClient, type Sent } from './query.ts';
import { isReachable } from './reach.ts';
import { session } from './session.ts';

type Changing = Exclude<Method, 'get'>;
export type Change<P extends keyof paths, M extends Method> = ParamsOf<P, M> &
  BodyOf<P, M> & {
    /** What `tagOf` said when the form opened: the change is refused if it has changed since. */
    readonly ifMatch?: string | undefined;
  };

function sentOf(method: Method, change: unknown, key: string): Sent {
  const { path, query, body, ifMatch } = change as Record<string, unknown>;
  return {
    params: { path, query },
    ...(body !== undefined && { body }),
    headers: {
      ...(method === 'post' && { 'idempotency-key': key }),
      ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
    },
  };
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
): UseMutationResult<DataOf<P, M>, Error, Change<P, M>, OpenDraft> {
  const cache = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return useMutation<DataOf<P, M>, Error, Change<P, M>, OpenDraft>({
    mutationFn: async (variables) => {
      const { path: inPath, query, body } = variables as Record<string, unknown>;
      const content = JSON.stringify([inPath, query, body instanceof Blob ? nameOf(body) : body]);
      const key = keys.current.get(content) ?? newId();
      keys.current.set(content, key);
      try {
        const data = await call(method, path, sentOf(method, variables, key));
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

const fileNames = new WeakMap<Blob, string>();

/** Files are the same only if they are the same object: what is in them takes too long to compare. */
function nameOf(file: Blob): string {
  const name = fileNames.get(file) ?? newId();
  fileNames.set(file, name);
  return name;
}

/** A page that is left can still finish requests with this much in them, all together. */
const mostKept = 20_000;
let kept = 0;

/** A change as plain data, to be sent now or later. Sent again, a POST has the same key. */
export interface PreparedChange {
  readonly method: Changing;
  readonly path: string;
  readonly change: object;
  readonly key: string;
}

export function prepareChange<M extends Changing, P extends PathOf<M>>(
  method: M,
  path: P,
  change: Change<P, M>,
): PreparedChange {
  return { method, path, change, key: newId() };
}

/** Sent again, it does nothing more: a POST has its key, and some requests name what they end. */
export function canRepeat({ method, change }: Pick<PreparedChange, 'method' | 'change'>): boolean {
  const { query } = change as { query?: { registration_id?: unknown } };
  return method === 'post' || query?.registration_id !== undefined;
}

export interface StartedChange {
  readonly answer: Promise<unknown>;
  /** The browser has it, and finishes it even if the page ends now. */
  readonly isHandedOver: boolean;
  /** Whether the service may have it, also without an answer. A device without a network has sent nothing. */
  readonly mayHaveArrived: () => boolean;
}

/** A request that is refused as still at work ends within half a minute: then its answer is there. */
const mostAsks = 30;

/** A lost answer is asked for once more with the same key, and one that isn't there yet until it is. */
async function answerOf(send: () => Promise<unknown>): Promise<unknown> {
  let wasLost = false;
  for (let asked = 1; ; asked += 1) {
    try {
      return await send();
    } catch (error) {
      const isAtWork = hasCode(error, 'idempotency_in_flight');
      if (!isPassing(error) || (isAtWork ? asked >= mostAsks : wasLost)) throw error;
      wasLost ||= !isAtWork;
      await new Promise((resolve) => setTimeout(resolve, pauseMs(0, error)));
    }
  }
}

export function startChange({ method, path, change, key }: PreparedChange): StartedChange {
  const size = JSON.stringify(change).length;
  const isFile = (change as { body?: unknown }).body instanceof Blob;
  // The page may be left at any moment, also while the request is on its way.
  const keepalive = !isFile && kept + size < mostKept;
  const sent = { ...sentOf(method, change, key), ...(keepalive && { keepalive }) };
  let wasOnline = false;
  const noteNetwork = () => {
    wasOnline ||= navigator.onLine;
  };
  const send = () => {
    noteNetwork();
    return call(method, path as PathOf<Changing>, sent).finally(noteNetwork);
  };
  if (keepalive) kept += size;
  const answer = answerOf(send).finally(() => {
    if (keepalive) kept -= size;
  });
  const isHandedOver = keepalive && session.isReady() && isReachable();
  return { answer, isHandedOver, mayHaveArrived: () => wasOnline };
}

/** The same as `useApiMutation` outside of a hook, for what is done to many. */
export async function sendChange<M extends Changing, P extends PathOf<M>>(
  method: M,
  path: P,
  change: Change<P, M>,
): Promise<DataOf<P, M>> {
  return (await startChange(prepareChange(method, path, change)).answer) as DataOf<P, M>;
}

/** For what is not a single change: a login, a download, one action on many items. Show its error on the screen. */
export function useTask<Result, Input = void>(
  run: (input: Input) => Promise<Result>,
  options: Pick<UseMutationOptions<Result, Error, Input>, 'onSuccess' | 'onError'> = {},
): UseMutationResult<Result, Error, Input> {
  return useMutation({ mutationFn: run, retry: false, ...options });
}

/** Everything that shows shifts and the people on them. */
export const shiftReads: readonly QueryKey[] = [
  ['/api/v1/shifts'],
  ['/api/v1/shifts/calendar'],
  ['/api/v1/shifts/{id}'],
  ['/api/v1/shifts/{id}/roster'],
  ['/api/v1/shifts/{id}/attendance'],
  ['/api/v1/shifts/{id}/candidates'],
  ['/api/v1/organizations/{id}/registrations/waiting'],
  ['/api/v1/organizations/{id}/swaps'],
  ['/api/v1/organizations/{id}/hours'],
  ['/api/v1/organizations/{id}/attendance/shifts'],
  ['/api/v1/organizations/{id}/attendance/unverified'],
  ['/api/v1/organizations/{id}/members/{user_id}'],
  ['/api/v1/organizations/{id}/members/{user_id}/registrations'],
];

export async function refreshShifts(): Promise<void> {
  await refresh(shiftReads);
}

/** Reads them again. */
export async function refresh(stale: readonly QueryKey[]): Promise<void> {
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
