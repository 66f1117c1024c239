import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { changeHandlers } from './change-handlers.ts';

const key = ['/api/v1/shifts', {}] as const;

/** A screen that shows the list; the second reading never ends. */
function watchedList() {
  const cache = new QueryClient();
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    return reads === 1 ? Promise.resolve(['ada']) : new Promise<string[]>(() => {});
  };
  const observer = new QueryObserver<readonly string[]>(cache, { queryKey: key, queryFn });
  const first = new Promise<void>((resolve) => {
    observer.subscribe(({ data }) => {
      if (data !== undefined) resolve();
    });
  });
  return { cache, first, reads: () => reads };
}

function mutationOn(cache: QueryClient, act: (name: string) => Promise<string>) {
  const invalidates = (_name: string) => [key];
  return new MutationObserver(cache, {
    mutationFn: act,
    ...changeHandlers<string, string>(cache, { invalidates }),
  });
}

describe('a change', () => {
  it('is over when its answer is there, not when all lists are read again', async () => {
    const { cache, first, reads } = watchedList();
    await first;
    const mutation = mutationOn(cache, async (name) => name);
    assert.equal(await mutation.mutate('ben'), 'ben');
    assert.equal(mutation.getCurrentResult().isPending, false);
    assert.equal(reads(), 2);
    cache.clear();
  });

  it('that is refused has the lists read again too', async () => {
    const { cache, first, reads } = watchedList();
    await first;
    const mutation = mutationOn(cache, () => Promise.reject(new Error('full')));
    await assert.rejects(mutation.mutate('ben'));
    assert.equal(reads(), 2);
    cache.clear();
  });
});
