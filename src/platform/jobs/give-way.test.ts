import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countRequestsInWork, letRequestsGoFirst, ReportedRequests, restMs, Standstill } from './give-way.ts';

describe('work that no one waits for', () => {
  it('rests while there are many requests, four times as long as it worked', () => {
    assert.equal(restMs(16, 20), 80);
    assert.equal(restMs(1_000, 2_000), 500);
    assert.equal(restMs(15, 2_000), 0);
  });

  it('stands still when a rush begins, for two seconds at most', () => {
    const standstill = new Standstill();
    assert.equal(standstill.goesOn(15, 0), false);
    assert.equal(standstill.goesOn(16, 10), true);
    assert.equal(standstill.goesOn(500, 2_009), true);
    assert.equal(standstill.goesOn(500, 2_010), false);
    assert.equal(standstill.goesOn(500, 60_000), false);
  });

  it('may stand still again for as long as it was calm', () => {
    const standstill = new Standstill();
    assert.equal(standstill.goesOn(16, 0), true);
    assert.equal(standstill.goesOn(16, 3_000), false);
    assert.equal(standstill.goesOn(3, 3_100), false);
    assert.equal(standstill.goesOn(16, 3_500), true);
    assert.equal(standstill.goesOn(16, 3_999), true);
    assert.equal(standstill.goesOn(16, 4_000), false);
  });

  it('looks at all requests of the process, and ends its rest if it has to stop', async (t) => {
    const asked: number[] = [];
    for (const requests of [10, 6])
      t.after(
        countRequestsInWork(() => {
          asked.push(requests);
          return requests;
        }),
      );
    const stop = new AbortController();
    const rest = letRequestsGoFirst(60_000, stop.signal);
    stop.abort();
    await rest;
    assert.deepEqual(asked.slice(0, 2), [10, 6]);
  });

  it('takes the word of another process for a second', () => {
    const reported = new ReportedRequests();
    assert.equal(reported.count(0), 0);
    reported.report(20, 100);
    assert.equal(reported.count(1_099), 20);
    assert.equal(reported.count(1_100), 0);
  });
});
