import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countOpenRequests, letRequestsGoFirst, restMs } from './give-way.ts';

describe('work that no one waits for', () => {
  it('rests while many requests are open, four times as long as it worked', () => {
    assert.equal(restMs(16, 20), 80);
    assert.equal(restMs(1_000, 2_000), 500);
    assert.equal(restMs(15, 2_000), 0);
  });

  it('looks at all requests of the process, and ends its rest if it has to stop', async (t) => {
    const asked: number[] = [];
    for (const requests of [10, 6])
      t.after(
        countOpenRequests(() => {
          asked.push(requests);
          return requests;
        }),
      );
    const stop = new AbortController();
    const rest = letRequestsGoFirst(60_000, stop.signal);
    stop.abort();
    await rest;
    assert.deepEqual(asked, [10, 6]);
  });
});
