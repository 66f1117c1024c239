import type { Change } from './mutation.ts';
import { newId } from './new-id.ts';
import { isPassing, pauseMs } from './problem.ts';
import { call, type DataOf, type Method, type PathOf, queryClient } from './query.ts';

/**
 * One change outside of a hook: for what is done to many, one after the other. A lost answer is asked for once more
 * with the same key, so nothing happens twice.
 */
export async function send<M extends Exclude<Method, 'get'>, P extends PathOf<M>>(
  method: M,
  path: P,
  change: Change<P, M>,
): Promise<DataOf<P, M>> {
  const { path: inPath, query, body } = change as Record<string, unknown>;
  const sent = {
    params: { path: inPath, query },
    ...(body !== undefined && { body }),
    headers: { ...(method === 'post' && { 'idempotency-key': newId() }) },
  };
  try {
    return await call(method, path, sent);
  } catch (error) {
    if (!isPassing(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs(0, error)));
    return await call(method, path, sent);
  }
}

/** Whatever shows shifts and the people on them is read again. */
export async function refreshShifts(): Promise<void> {
  const paths = [
    '/api/v1/shifts',
    '/api/v1/shifts/calendar',
    '/api/v1/shifts/{id}',
    '/api/v1/shifts/{id}/roster',
    '/api/v1/shifts/{id}/attendance',
    '/api/v1/shifts/{id}/candidates',
    '/api/v1/organizations/{id}/registrations/waiting',
    '/api/v1/organizations/{id}/hours',
    '/api/v1/organizations/{id}/attendance/shifts',
    '/api/v1/organizations/{id}/attendance/unverified',
    '/api/v1/organizations/{id}/members/{user_id}',
    '/api/v1/organizations/{id}/members/{user_id}/registrations',
  ];
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}
