import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QueryClient } from '@tanstack/query-core';
import { openDraft } from './optimistic.ts';

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
  it('is taken back when the answer is a no', () => {
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
