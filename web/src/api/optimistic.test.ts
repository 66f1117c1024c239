import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { changeHandlers, openDraft } from './optimistic.ts';

const key = ['/api/v1/me/sessions', {}] as const;
const without = (name: string) => (names: readonly string[]) => names.filter((one) => one !== name);

function cacheOf(names: readonly string[]): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(key, names);
  return cache;
}

function drop(cache: QueryClient, name: string) {
  const open = openDraft(cache);
  open.draft.update(key, without(name));
  return open;
}

describe('a change ahead of its answer', () => {
  it('is undone when the answer is an error', () => {
    const cache = cacheOf(['ada', 'ben']);
    drop(cache, 'ada').undo();
    assert.deepEqual(cache.getQueryData(key), ['ada', 'ben']);
  });

  it('that is refused leaves a later one in place', () => {
    const cache = cacheOf(['ada', 'ben', 'cleo']);
    const first = drop(cache, 'ada');
    const second = drop(cache, 'ben');
    first.undo();
    assert.deepEqual(cache.getQueryData(key), ['ada', 'cleo']);
    second.undo();
    assert.deepEqual(cache.getQueryData(key), ['ada', 'ben', 'cleo']);
  });

  it('that is refused leaves an earlier one that went through', () => {
    const cache = cacheOf(['ada', 'ben', 'cleo']);
    const first = drop(cache, 'ada');
    const second = drop(cache, 'ben');
    first.keep();
    second.undo();
    assert.deepEqual(cache.getQueryData(key), ['ben', 'cleo']);
  });

  it('never puts old data over newer, but has it read again', () => {
    const cache = cacheOf(['ada', 'ben']);
    const open = drop(cache, 'ada');
    cache.setQueryData(key, ['ada', 'ben', 'dan']);
    open.undo();
    assert.deepEqual(cache.getQueryData(key), ['ada', 'ben', 'dan']);
    assert.equal(cache.getQueryState(key)?.isInvalidated, true);
  });
});

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
