import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failedRefreshes } from './failed-refreshes.ts';

const read = (status: string, data: unknown, dataUpdatedAt: number, isOnScreen = true) => ({
  state: { status, data, dataUpdatedAt },
  isActive: () => isOnScreen,
});

describe('reads that could not be refreshed', () => {
  it('are reported with the age of the oldest', () => {
    const failed = [read('error', ['a'], 2_000), read('error', ['b'], 1_000)];
    const { queries, sinceMs } = failedRefreshes([read('success', [], 500), ...failed]);
    assert.deepEqual([queries, sinceMs], [failed, 1_000]);
  });

  it('do not matter where nothing was shown, or no one looks', () => {
    const reads = [
      read('error', undefined, 0),
      read('error', ['old'], 1, false),
      read('success', ['new'], 2),
    ];
    assert.equal(failedRefreshes(reads).sinceMs, undefined);
  });
});
